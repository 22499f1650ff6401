/** Modules that `build.mjs` makes from files of the page. */
declare module 'page:style' {
  /** The style of the page's board, for a shadow root. */
  const style: string;
  export default style;
}
declare module 'page:texts' {
  /** The texts of the page that a board needs. */
  const texts: Record<'en' | 'fr', Record<string, string>>;
  export default texts;
}
