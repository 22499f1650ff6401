/** Whether the menu with all sections is open: a button of the bar on a phone opens it, and so do the bars that pages have in its place. */
let open = $state(false);

export function isMenuOpen(): boolean {
  return open;
}

export function showMenu(shown: boolean): void {
  open = shown;
}
