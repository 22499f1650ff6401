/** The games of a class as a file for people. Pure. */

/** PDN in which the players are called by the stable words of their animals, with those words in the language of the page. */
export function named(pdn: string, nameOf: (animal: string) => string): string {
  return pdn.replace(/^\[(White|Black) "([a-z-]+)"\]$/gm, (_, tag: string, animal: string) => `[${tag} "${nameOf(animal)}"]`);
}
