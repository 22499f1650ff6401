/**
 * The switch for notifications on this device: the state of its box, and the text beside it. Permission is requested
 * only by a press on the box.
 */
import { language } from '../../messages/messages.svelte';
import type { PushSubscriptions } from './push';
import { prefer, preferences } from '../../settings/preferences.svelte';
import { canNotify, isAllowed, mayNotify } from '../../offline/notifications';
import type { PushKey } from './words';

/** The functions of Web Push that the switch needs, imported on demand. */
type Push = Pick<typeof import('./push'), 'subscribe' | 'unsubscribe'>;

export class NoticeSwitch {
  /** Whether notifications are on: chosen, and allowed by the browser. */
  on = $state(preferences.notify && isAllowed());
  /** Whether the browser has denied the permission. */
  #refused = $state(preferences.notify && canNotify() && Notification.permission === 'denied');
  /** The current subscriptions for a closed page; null while unknown. */
  #called = $state.raw<PushSubscriptions | null>(null);
  /** The number of choices: an answer to an older one is ignored. */
  #choices = 0;
  readonly #push: () => Promise<Push>;

  constructor(push: () => Promise<Push> = () => import('./push')) {
    this.#push = push;
  }

  /** Subscribes games that have begun since the choice, too. */
  async goOn(): Promise<void> {
    if (!this.on) return;
    const choice = this.#choices;
    const called = await (await this.#push()).subscribe(language());
    if (choice === this.#choices) this.#called = called;
  }

  /** Handles a click on the box. */
  async choose(wanted: boolean): Promise<void> {
    const choice = (this.#choices += 1);
    this.on = wanted; // as the box shows it during the browser's question
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
