/** A hint and its reason, which may be missing. */
import { expect, it } from 'vitest';
import { Opponent, type Why } from '../../../src/session/opponent.svelte';
import type { GameSession } from '../../../src/session/session.svelte';
import type { Engine } from '../../../src/rules/engine';

const BEST = { text: '33-28' };
const OTHER = { text: '33-29' };
const THOUGHT = { best: BEST, lines: [{ score: { hundredths: 300 }, pv: ['33-28'] }] };

/** The proposed move, and the opponent that proposes it. The engine prefers another move each time. */
function asked(why: Why): { opponent: Opponent; proposed: unknown[]; play: () => void } {
  const proposed: unknown[] = [];
  const moves: string[] = [];
  const thoughts = [THOUGHT, { ...THOUGHT, best: OTHER }];
  const session = {
    live: { variant: 'international', fen: 'W:W33:B24', ply: 0, pieces: [] },
    line: () => ({ fen: 'W:W33:B24', moves: [...moves] }),
    propose: (move: unknown) => proposed.push(move),
  } as unknown as GameSession;
  const engine = { ask: () => ({ answer: Promise.resolve(thoughts.shift() ?? null), cancel: () => undefined }) } as unknown as Engine;
  return { opponent: new Opponent(session, engine, { why }), proposed, play: () => void moves.push('33-28', '24-30') };
}

it('a hint comes with its reason', async () => {
  const { opponent, proposed } = asked(() => Promise.resolve('It begins a shot.'));
  await opponent.hint();
  expect(proposed).toEqual([BEST]);
  expect(opponent.reason).toEqual({ move: BEST, sentence: 'It begins a shot.' });
});

it('a hint without an available reason is not an engine failure', async () => {
  const { opponent, proposed } = asked(() => Promise.reject(new Error('no network')));
  await opponent.hint();
  expect(proposed).toEqual([BEST]);
  expect([opponent.failed, opponent.hinting, opponent.reason]).toEqual([false, false, null]);
});

it('a hint asked twice in one position is the same move', async () => {
  const { opponent, proposed, play } = asked(() => Promise.resolve(null));
  await opponent.hint();
  await opponent.hint();
  expect(proposed).toEqual([BEST, BEST]);
  play();
  await opponent.hint();
  expect(proposed).toEqual([BEST, BEST, OTHER]);
});
