/** Whether an address leads to the device itself, so that no other device reaches anything by it. Called wherever a link is shared. */
export function isThisDeviceOnly(address: string): boolean {
  let host: string;
  try {
    host = new URL(address).hostname;
  } catch {
    return false;
  }
  // Every name under "localhost" is the device, too, as is everything that begins with 127.
  return /^(.+\.)?localhost\.?$|^127(\.\d+){3}$|^\[::1\]$|^\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\]$|^0\.0\.0\.0$|^\[::\]$/.test(host);
}
