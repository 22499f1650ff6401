/** The game of the family for which a page offers or looks for games: the one in the address, or else the one played last. */
import { openRules, type RulesBinding } from '../rules/binding';
import type { PositionView } from '../rules/model';
import { prefer, preferences } from '../settings/preferences.svelte';
import { troubleWith } from '../ui/trouble';

export class ChosenGame {
  /** Null until the rules are loaded. */
  binding = $state.raw<RulesBinding | null>(null);
  /** Why the rules could not be loaded; empty if they were. */
  trouble = $state('');
  readonly #wanted: () => string | null;
  readonly variant: string = $derived.by(() => this.#wanted() ?? preferences.variant);
  readonly start: PositionView | null = $derived(this.binding?.startView(this.variant) ?? null);

  /** Must be called while a component is created. `wanted` reads the game in the address. */
  constructor(wanted: () => string | null) {
    this.#wanted = wanted;
    $effect(() => {
      const variant = wanted();
      if (variant) prefer({ variant });
    });
    void openRules().then(
      (opened) => (this.binding = opened),
      (error: unknown) => (this.trouble = troubleWith(error)),
    );
  }
}
