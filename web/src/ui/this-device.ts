/**
 * Whether the device has a mouse or a touchpad, and with it a keyboard: a browser does not report
 * the keyboard itself.
 */
export function hasKeyboard(): boolean {
  return matchMedia('(hover: hover) and (pointer: fine)').matches;
}

/**
 * Whether an address leads to this device only, so that it is useless on others. Called wherever a
 * link is shared.
 */
export function isThisDeviceOnly(address: string): boolean {
  let host: string;
  try {
    host = new URL(address).hostname;
  } catch {
    return false;
  }
  // Every name under "localhost" is the device too, and so is everything that begins with 127.
  return /^(.+\.)?localhost\.?$|^127(\.\d+){3}$|^\[::1\]$|^\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\]$|^0\.0\.0\.0$|^\[::\]$/.test(host);
}
