/**
 * The switch for notifications on this device: the state of its box, and the text beside it. Permission is requested
 * only by a press on the box.
 */
import { language } from '../../messages/messages.svelte';
import type { CalledFor } from './push';
import { prefer, preferences } from '../../settings/preferences.svelte';
import { canNotify, isAllowed, mayNotify } from '../../offline/notifications';
import type { PushKey } from './words';

/** What the switch needs of Web Push, fetched once it is wanted. */
type Push = Pick<typeof import('./push'), 'subscribe' | 'unsubscribe'>;

export class NoticeSwitch {
  /** Whether the device calls: it was wanted, and the browser allows it. */
  on = $state(preferences.notify && isAllowed());
  /** Whether it was wanted, and the browser has refused. */
  #refused = $state(preferences.notify && canNotify() && Notification.permission === 'denied');
  /** For whom the device is called while no page is open; null while that is not known. */
  #called = $state.raw<CalledFor | null>(null);
  /** How often the user has chosen: an answer to an older choice changes nothing. */
  #choices = 0;
  readonly #push: () => Promise<Push>;

  constructor(push: () => Promise<Push> = () => import('./push')) {
    this.#push = push;
  }

  /** A game that has begun since the choice was made is called for, too. */
  async goOn(): Promise<void> {
    if (!this.on) return;
    const choice = this.#choices;
    const called = await (await this.#push()).subscribe(language());
    if (choice === this.#choices) this.#called = called;
  }

  /** The user has ticked the box, or taken the tick away. */
  async choose(wanted: boolean): Promise<void> {
    const choice = (this.#choices += 1);
    this.on = wanted; // as the box shows it while the browser asks
    this.#refused = false;
    this.#called = null;
    const allowed = wanted && (await mayNotify());
    if (choice !== this.#choices) return;
    this.on = allowed;
    this.#refused = wanted && !allowed;
    prefer({ notify: allowed });
    if (allowed) await this.goOn();
    else await (await this.#push()).unsubscribe();
  }

  /** The text beside the box, about these games, or without games about the account's notifications. Null if there is none. */
  words(games: readonly string[]): PushKey | null {
    if (this.#refused) return 'refused';
    const called = this.#called;
    if (!this.on || called === null) return null;
    const away = games.length > 0 ? games.every((game) => called.games.includes(game)) : called.account;
    return away ? 'away' : 'open';
  }
}
