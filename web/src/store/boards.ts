/**
 * Who shows a game: the boards of this window and those of the other windows. They are notified when the game differs from what they show. The
 * keeper and its sender use it.
 */

export class Boards {
  readonly #windows: BroadcastChannel | null;
  /** The boards of this window that want to know when their game is changed by something else than themselves. */
  readonly #here = new Map<string, Set<() => void>>();

  /** `windows` connects all windows on this browser's games, if the browser has such channels. */
  constructor(windows: BroadcastChannel | null) {
    this.#windows = windows;
  }

  /** Calls a function when another window or another device has changed this game. Returns a function that ends this. */
  onChange(id: string, call: () => void): () => void {
    const hear = (event: MessageEvent): void => {
      if (event.data === id) call();
    };
    this.#windows?.addEventListener('message', hear);
    const boards = this.#here.get(id) ?? new Set();
    this.#here.set(id, boards.add(call));
    return () => {
      this.#windows?.removeEventListener('message', hear);
      boards.delete(call);
      if (boards.size === 0 && this.#here.get(id) === boards) this.#here.delete(id);
    };
  }

  /** Tells the other windows that a board of this one has changed a game. */
  tellWindows(id: string): void {
    this.#windows?.postMessage(id);
  }

  /** Tells the boards of all windows that a game is not what they show any more. */
  tellAll(id: string): void {
    this.tellWindows(id);
    for (const call of this.#here.get(id) ?? []) call();
  }
}
