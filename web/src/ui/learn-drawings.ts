/** The line drawings of the lessons' controls, on a grid of 24 like those of `parts/icons.ts`; fetched with the lessons only. */
export const LEARN_DRAWINGS = {
  ear: 'M7 9.500a5.500 5.500 0 1 1 11 0c0 3.500-3.500 4.500-3.500 8a3 3 0 0 1-5.600 1.500M9.800 9.500a2.700 2.700 0 1 1 5.400 0c0 1.500-2.200 1.800-2.200 3.500',
  loud: 'M4 9.500v5h3.500l4.500 4V5.500l-4.500 4zM15.500 9a4.200 4.200 0 0 1 0 6M18 6.500a8 8 0 0 1 0 11',
  mute: 'M4 9.500v5h3.500l4.500 4V5.500l-4.500 4zM16 9.500l5 5M21 9.500l-5 5',
  square: 'M6.500 6.500h11v11h-11zM12 1.800v2M12 20.200v2M1.800 12h2M20.200 12h2',
  way: 'M4.500 19.500a1.500 1.500 0 1 1 .01 0M7 17l3.500-3.500M12.500 11.500L19 5M13.500 4.500H19.500V10.500',
  finger: 'M9 12.500V5a1.700 1.700 0 0 1 3.400 0v6l4.800 1c1.300.3 2 1.300 1.800 2.600l-.7 3.400c-.3 1.600-1.500 2.500-3 2.500h-3.200c-1.200 0-2.200-.5-2.900-1.500l-3.600-5c-.9-1.300.8-2.900 2.100-1.900zM6.500 6a4.500 4.500 0 0 1 8.500-2.500',
  fewer: 'M4 7h6v10H4zM14 7h6v10h-6M14 7v10M15.500 12h3',
  check: 'M4.500 12.500l5 5L19.500 7',
} as const;

export type LearnDrawing = keyof typeof LEARN_DRAWINGS;
