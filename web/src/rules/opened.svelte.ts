/**
 * The state of something that a page loads once, such as the rules: its value, or why loading
 * failed.
 */
import { troubleWith } from '../ui/trouble';

export class Opened<T> {
  /** Null until it is loaded. */
  value = $state.raw<T | null>(null);
  /** Empty unless loading failed. */
  trouble = $state('');

  constructor(opening: Promise<T>) {
    opening.then(
      (opened) => (this.value = opened),
      (error: unknown) => (this.trouble = troubleWith(error)),
    );
  }
}
