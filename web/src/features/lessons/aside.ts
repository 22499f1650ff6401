/**
 * Why a legal move does not reach the goal of an exercise. If the rules show it, the sentence
 * depends on the goal and the move is shown and taken back; otherwise the opponent's best reply,
 * found by the engine and stored in `replies.json`, is played out, and the sentence states the loss.
 */
import type { PlayedMove } from '../../rules/model';
import type { Reason } from './reason';
import type { PlayExercise, Reply } from './lesson';
import type { Rules } from '../../rules/exercise-rules';
import type { WordKey } from './words';

type Words = Extract<Reason, { from: 'words' }>;

/** The reason for a legal move after `line` that misses the goal. */
export function wrongMoveReason(exercise: PlayExercise, line: readonly string[], { text, long }: { text: string; long: string }, rules: Rules): Words {
  const answers = exercise.replies?.[line.length];
  const reply = answers?.[long] ?? answers?.[text];
  // The move itself is shown and taken back, so that it does not look like one that the rules forbid.
  if (!reply) return { from: 'words', key: `aside.${exercise.goal}`, values: {}, film: [long] };
  const film = [long, ...reply.line];
  return { from: 'words', ...keyOfOutcome(exercise.fen, line, film, reply, rules), film };
}

/** The outcome of a wrong move and the stored replies to it, as a text key with its values. */
function keyOfOutcome(fen: string, line: readonly string[], film: readonly string[], reply: Reply, rules: Rules): { key: WordKey; values: Record<string, string | number> } {
  const { history, outcome } = rules.at(fen, [...line, ...film]);
  const played = history.slice(line.length);
  const values = { reply: played[1]?.text ?? '', n: 0 };
  if (reply.end === 'slow') return { key: 'aside.slow', values: { ...values, n: reply.moves ?? 0 } };
  if (reply.end) return { key: `aside.end.${reply.end}`, values };
  const theirs = played.filter((_, ply) => ply % 2 === 1);
  const mine = played.filter((_, ply) => ply % 2 === 0);
  const { side } = rules.at(fen, line);
  /** Whether this move of the film captures a king. */
  const takesKing = ({ captured }: PlayedMove, ply: number): boolean =>
    ply % 2 === 1 && rules.at(fen, [...line, ...film.slice(0, ply)]).pieces.some(({ square, kind }) => kind === 'king' && captured.includes(square));
  const count = (moves: readonly PlayedMove[]): number => moves.reduce((sum, { captured }) => sum + captured.length, 0);
  const net = count(mine) - count(theirs);
  if (outcome && outcome.winner !== null && outcome.winner !== side) return { key: 'aside.lost', values };
  if (net <= 0 && theirs.some(({ promotes }) => promotes)) return { key: 'aside.crown', values };
  if (net < 0 && played.some(takesKing)) return { key: 'aside.loss.king', values };
  if (net < 0) return { key: net === -1 ? 'aside.loss.man' : 'aside.loss.men', values: { ...values, n: -net } };
  if (net === 0) return { key: 'aside.even', values };
  return { key: net === 1 ? 'aside.less.man' : 'aside.less.men', values: { ...values, n: net } };
}
