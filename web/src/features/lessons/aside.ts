/**
 * Why a legal move is not the one that is wanted. Where the rules alone say it, that is a sentence by the goal; where the engine has to
 * say it, the other side's best answer is played out (`replies.json`) and the sentence tells what it took. `exercise.ts` calls `asideOf`.
 */
import type { PlayedMove } from '../../rules/model';
import type { Reason } from './reason';
import type { PlayExercise, Reply } from './lesson';
import type { Rules } from '../../rules/rules-asker';
import type { WordKey } from './words';

type Words = Extract<Reason, { from: 'words' }>;

/** The reason for a move that is legal after `line` and misses the goal. */
export function asideOf(exercise: PlayExercise, line: readonly string[], { text, long }: { text: string; long: string }, rules: Rules): Words {
  const answers = exercise.replies?.[line.length];
  const reply = answers?.[long] ?? answers?.[text];
  if (!reply) return { from: 'words', key: `aside.${exercise.goal}`, values: {} };
  const film = [long, ...reply.line];
  return { from: 'words', ...told(exercise.fen, line, film, reply, rules), film };
}

/** The outcome of a wrong move and the stored replies to it, as a text key with its values. */
function told(fen: string, line: readonly string[], film: readonly string[], reply: Reply, rules: Rules): { key: WordKey; values: Record<string, string | number> } {
  const { history, outcome } = rules.at(fen, [...line, ...film]);
  const played = history.slice(line.length);
  const values = { reply: played[1]?.text ?? '', n: 0 };
  if (reply.end === 'slow') return { key: 'aside.slow', values: { ...values, n: reply.moves ?? 0 } };
  if (reply.end) return { key: `aside.end.${reply.end}`, values };
  const theirs = played.filter((_, ply) => ply % 2 === 1);
  const mine = played.filter((_, ply) => ply % 2 === 0);
  const { side } = rules.at(fen, line);
  /** Whether the move after so many of the film takes a king, where it stands then. */
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
