/** The chosen game of a page: the one in the address, or else the one played last. */
import { openRules, type RulesBinding } from '../rules/binding';
import { Opened } from '../rules/opened.svelte';
import type { PositionView } from '../rules/model';
import { prefer, preferences } from '../settings/preferences.svelte';

export class ChosenGame extends Opened<RulesBinding> {
  readonly #wanted: () => string | null;
  readonly variant: string = $derived.by(() => this.#wanted() ?? preferences.variant);
  readonly start: PositionView | null = $derived(this.value?.startView(this.variant) ?? null);

  /** Must be called while a component is created. `wanted` reads the game in the address. */
  constructor(wanted: () => string | null) {
    super(openRules());
    this.#wanted = wanted;
    $effect(() => {
      const variant = wanted();
      if (variant) prefer({ variant });
    });
  }
}
