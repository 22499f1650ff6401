/**
 * Actions for the keyboard focus: a group of buttons as one tab stop, and where the focus goes when
 * the focused element is removed.
 */

/** The buttons of a group, in their order. */
const buttonsOf = (node: HTMLElement): HTMLElement[] => [...node.querySelectorAll<HTMLElement>('button:not(:disabled)')];

/** One of the buttons is the tab stop. */
function stopAt(node: HTMLElement, stop: HTMLElement | undefined): void {
  for (const button of buttonsOf(node)) button.tabIndex = button === stop ? 0 : -1;
}

/** Calls back when buttons come, go, or are marked as the current one. */
function watch(node: HTMLElement, changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(node, { childList: true, subtree: true, attributes: true, attributeFilter: ['aria-current', 'disabled'] });
  return () => observer.disconnect();
}

/**
 * A group whose buttons the arrows walk along: left and right in a row, up and down between the
 * rows (`tr` or `.row`).
 */
export function roving(node: HTMLElement): { destroy(): void } {
  let last: HTMLElement | undefined;
  const settle = (): void => {
    const buttons = buttonsOf(node);
    stopAt(node, last && buttons.includes(last) ? last : buttons[0]);
  };
  const onFocus = (event: FocusEvent): void => {
    last = (event.target as HTMLElement).closest('button') ?? undefined;
    settle();
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const buttons = buttonsOf(node);
    const here = buttons.indexOf(event.target as HTMLElement);
    if (here < 0) return;
    const rowOf = (button: HTMLElement | undefined): Element | null => button?.closest('tr, .row') ?? null;
    const next: Record<string, () => HTMLElement | undefined> = {
      ArrowLeft: () => buttons[here - 1],
      ArrowRight: () => buttons[here + 1],
      ArrowUp: () => buttons.slice(0, here).findLast((it) => rowOf(it) !== rowOf(buttons[here])),
      ArrowDown: () => buttons.slice(here).find((it) => rowOf(it) !== rowOf(buttons[here])),
      Home: () => buttons[0],
      End: () => buttons.at(-1),
    };
    const step = next[event.key];
    if (!step) return;
    step()?.focus();
    event.preventDefault();
    event.stopPropagation();
  };
  node.dataset['keys'] = '';
  node.addEventListener('focusin', onFocus);
  node.addEventListener('keydown', onKey);
  const unwatch = watch(node, settle);
  settle();
  return {
    destroy() {
      unwatch();
      node.removeEventListener('focusin', onFocus);
      node.removeEventListener('keydown', onKey);
    },
  };
}

/**
 * Scrolls a list to its current item, or to its beginning. Only the list: `scrollIntoView` would
 * move the whole page on a phone.
 */
export function scrollToCurrent(list: HTMLElement): void {
  const current = list.querySelector<HTMLElement>('[aria-current]');
  if (!current) {
    list.scrollTo({ top: 0, left: 0 });
    return;
  }
  const inside = list.getBoundingClientRect();
  const place = current.getBoundingClientRect();
  if (place.top < inside.top || place.bottom > inside.bottom) list.scrollTop += place.top - inside.top - (inside.height - place.height) / 2;
  if (place.left < inside.left || place.right > inside.right) list.scrollLeft += place.left - inside.left - (inside.width - place.width) / 2;
}

/**
 * A list of moves: the current move is its tab stop. While the focus is in the list, it follows the
 * current move.
 */
export function followsCurrent(node: HTMLElement): { destroy(): void } {
  const settle = (): void => {
    const current = node.querySelector<HTMLElement>('[aria-current]');
    stopAt(node, current ?? buttonsOf(node)[0]);
    const { activeElement } = document;
    if (current && activeElement !== current && node.contains(activeElement) && activeElement?.matches('.move')) {
      current.focus({ preventScroll: true });
    }
  };
  const unwatch = watch(node, settle);
  settle();
  return { destroy: unwatch };
}

/** Moves the focus to `focusFallback` when the focused element is removed or disabled. */
export function keepsFocus(node: HTMLElement, focusFallback: (gone: HTMLElement) => HTMLElement | null): { destroy(): void } {
  let last: HTMLElement | null = null;
  const onFocus = (event: FocusEvent): void => void (last = event.target as HTMLElement);
  const unwatch = watch(node, () => {
    const { activeElement } = document;
    if (!last || (activeElement !== document.body && activeElement !== last)) return;
    if (last.isConnected && !(last as HTMLButtonElement).disabled) return;
    const gone = last;
    last = null;
    focusFallback(gone)?.focus({ preventScroll: true });
  });
  node.addEventListener('focusin', onFocus);
  return {
    destroy() {
      unwatch();
      node.removeEventListener('focusin', onFocus);
    },
  };
}

/**
 * In a row of buttons, moves the focus to the nearest neighbour when the focused one is disabled.
 */
export function staysAmong(node: HTMLElement): { destroy(): void } {
  return keepsFocus(node, (gone) => {
    const all = [...node.querySelectorAll<HTMLButtonElement>('button')];
    const here = Math.max(0, all.findIndex((it) => it === gone));
    const far = (it: HTMLButtonElement): number => Math.abs(all.indexOf(it) - here);
    return all.filter((it) => !it.disabled).sort((a, b) => far(a) - far(b))[0] ?? null;
  });
}

/** Focuses a field as it appears, with its text selected. */
export function selected(field: HTMLInputElement): void {
  field.focus();
  field.select();
}
