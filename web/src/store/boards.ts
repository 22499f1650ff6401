/**
 * The open boards of a game in this window and in others. They are notified when the stored game
 * differs from what they show. Used by the keeper and its sender.
 */

export class Boards {
  readonly #windows: BroadcastChannel | null;
  /** The boards of this window that subscribe to changes of their game by others. */
  readonly #here = new Map<string, Set<() => void>>();

  /** `windows` connects the windows of this browser, if it supports channels. */
  constructor(windows: BroadcastChannel | null) {
    this.#windows = windows;
  }

  /**
   * Calls a function when another window or another device has changed this game. Returns a
   * function that unsubscribes.
   */
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

  /** Notifies the other windows that a board of this one has changed a game. */
  tellWindows(id: string): void {
    this.#windows?.postMessage(id);
  }

  /** Notifies the boards of all windows that the stored game has changed. */
  tellAll(id: string): void {
    this.tellWindows(id);
    for (const call of this.#here.get(id) ?? []) call();
  }
}
