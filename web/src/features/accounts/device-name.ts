/** The name of a browser in lists of devices. */

/** The browser and its operating system, as far as known, so that the owner recognises it. */
export function deviceName(agent = navigator.userAgent): string {
  const first = (names: readonly (readonly [RegExp, string])[]): string => names.find(([sign]) => sign.test(agent))?.[1] ?? '';
  const browser = first([[/Firefox|FxiOS/, 'Firefox'], [/Edg/, 'Edge'], [/OPR/, 'Opera'], [/Chrome|CriOS/, 'Chrome'], [/Safari/, 'Safari']]);
  const system = first([[/Android/, 'Android'], [/iPhone/, 'iPhone'], [/iPad/, 'iPad'], [/Windows/, 'Windows'], [/Mac OS/, 'macOS'], [/CrOS/, 'ChromeOS'], [/Linux/, 'Linux']]);
  return [browser, system].filter(Boolean).join(', ');
}
