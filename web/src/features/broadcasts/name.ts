/** Whether a text can be the name of a broadcast in its address: 4 to 40 small letters, digits and hyphens, with none of these at either end. */
export function isName(text: string): boolean {
  return /^[a-z0-9][a-z0-9-]{2,38}[a-z0-9]$/.test(text);
}
