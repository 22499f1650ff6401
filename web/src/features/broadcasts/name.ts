/** Whether a text can be the id of a broadcast: 4 to 40 lower-case letters, digits and hyphens, without a hyphen at either end. */
export function isName(text: string): boolean {
  return /^[a-z0-9][a-z0-9-]{2,38}[a-z0-9]$/.test(text);
}
