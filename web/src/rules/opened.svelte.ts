/** Something that a page opens once, such as the rules: its value, or why it could not be opened. */
import { troubleWith } from '../ui/trouble';

export class Opened<T> {
  /** Null until it is open. */
  value = $state.raw<T | null>(null);
  /** Empty unless it could not be opened. */
  trouble = $state('');

  constructor(opening: Promise<T>) {
    opening.then(
      (opened) => (this.value = opened),
      (error: unknown) => (this.trouble = troubleWith(error)),
    );
  }
}
