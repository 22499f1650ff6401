/** The export of a class's games. Pure. */

/** Replaces the stable animal names in a PDN by those in the language of the page. */
export function named(pdn: string, nameOf: (animal: string) => string): string {
  return pdn.replace(/^\[(White|Black) "([a-z-]+)"\]$/gm, (_, tag: string, animal: string) => `[${tag} "${nameOf(animal)}"]`);
}
