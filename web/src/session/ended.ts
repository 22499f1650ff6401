/**
 * The texts of a finished game: a short headline, and the reason, a sentence from the rules
 * binding. The result card and screen readers use both.
 */
import { t } from '../messages/messages.svelte';
import type { OutcomeView } from '../rules/types';
import type { Side } from '../rules/model';

/** The winner. `computer` is the engine's side; null if two people play. */
export function headline({ winner, reason }: OutcomeView, computer: Side | null): string {
  if (reason === 'aborted') return t('result.none');
  if (winner === null) return t('result.draw');
  if (computer === null) return t(winner === 'white' ? 'result.white' : 'result.black');
  return t(winner === computer ? 'result.lost' : 'result.won');
}

/** The sentence to display below the headline; empty if it only repeats it. */
export function beyond(headlined: string, sentence: string): string {
  if (!sentence.startsWith(headlined)) return sentence;
  const rest = sentence.slice(headlined.length).replace(/^[\s.:]+/, '');
  return rest.slice(0, 1).toLocaleUpperCase() + rest.slice(1);
}

/** The ending for screen readers. Against the engine it begins with whether the user has won. */
export function endingAnnouncement(outcome: OutcomeView, computer: Side | null): string {
  const plain = computer === null || outcome.winner === null;
  return plain ? outcome.sentence : `${headline(outcome, computer)} ${outcome.sentence}`;
}
