/** Any arguments: a call returns or throws a DraughtsError, never a bug of the module, and the object stays usable. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Draughts, DraughtsError, validateFen, variants } from 'damier';
import { GameTree, readPdn } from 'damier/pdn';
import { analyse, close } from 'damier/engine';

after(close);

let seed = 20261130;
const random = (below) => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
};
const pick = (list) => list[random(list.length)];

const ODD = [
  undefined, null, true, -1, 0, 1.5, 51, 256, 4_294_967_296, NaN, Infinity, 10n, '', ' ', 'x', '\ud800', '\0', '32-28\0',
  '9'.repeat(2_000), 'x'.repeat(1_000_000), '🂡'.repeat(300), [], [1, 2], {}, { from: 32 }, { from: 32, to: 28, via: 5 },
  { from: 32, to: 28, via: [NaN] }, { from: {}, to: [] }, { long: 5 }, { long: '32-28' }, { square: 'z9' }, Symbol('s'), () => 1,
  Object.create(null), new Date(), '__proto__', { __proto__: null, toString: null },
];
const LETTERS = ['W', 'B', ':', 'K', ',', '-', 'x', '3', '1', '5', 'a', 'h', '[', ']', '"', '{', '}', '(', ')', ' ', '\n', '*', '.', 'é', '?', '$'];

const damaged = (text) => {
  const at = random(text.length + 1);
  const cut = random(3);
  return text.slice(0, at) + (random(2) ? pick(LETTERS) : '') + text.slice(at + cut);
};
const attempt = (run) => {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof DraughtsError, error?.stack ?? String(error));
  }
};

test('odd arguments of every call', () => {
  const game = new Draughts();
  const tree = new GameTree();
  for (const odd of ODD) {
    for (const name of ['move', 'explain', 'whyNot', 'get', 'remove', 'load', 'loadPdn', 'setHeader', 'removeHeader', 'outcome']) {
      attempt(() => game[name](odd));
      attempt(() => game[name]('White', odd));
    }
    attempt(() => game.put(odd, odd));
    attempt(() => game.put({ side: 'white', kind: 'man' }, odd));
    attempt(() => game.moves({ square: odd }));
    attempt(() => game.moves(odd));
    attempt(() => game.history(odd));
    attempt(() => new GameTree(odd));
    attempt(() => [...readPdn('1. 32-28 *', odd)]);
    attempt(() => analyse(game, odd).stop());
    attempt(() => analyse(game, { signal: odd, depth: 1 }).stop());
    attempt(() => analyse(game, { depth: 1 }, odd).stop());
    attempt(() => new Draughts(odd));
    attempt(() => new Draughts({ variant: odd }));
    attempt(() => new Draughts({ fen: odd }));
    attempt(() => validateFen(odd));
    attempt(() => validateFen('W:W1:B2', odd));
    attempt(() => [...readPdn(odd)]);
    attempt(() => [...readPdn('1. 32-28 *', { variant: odd })]);
    attempt(() => [...readPdn('1. 32-28 *', { language: odd })]);
    attempt(() => GameTree.fromPdn(odd));
    attempt(() => GameTree.fromGame(odd));
    for (const name of ['add', 'promote', 'remove', 'setComment', 'setSigns', 'setMarks', 'setEvaluation', 'setHeader', 'node', 'game']) {
      attempt(() => tree[name](odd, odd));
      attempt(() => tree[name](0, odd));
    }
    attempt(() => analyse(game, { depth: odd ?? 0 }).stop());
  }
  game.reset();
  assert.equal(game.moves().length, 9);
  assert.ok(tree.add(0, '32-28') > 0);
});

test('damaged moves, positions and games of every game', () => {
  const ids = variants().map(({ id }) => id);
  const game = new Draughts();
  for (let round = 0; round < 1_500; round += 1) {
    const variant = pick(ids);
    const played = new Draughts({ variant });
    for (let ply = random(20); ply > 0 && !played.isGameOver(); ply -= 1) {
      const move = pick(played.moves({ verbose: true }));
      for (const text of [damaged(move.text), damaged(move.long)]) {
        attempt(() => played.move(text));
        if (played.isGameOver()) break;
      }
      if (!played.isGameOver()) attempt(() => played.move(pick(played.moves())));
    }
    const fen = played.fen();
    attempt(() => game.load(damaged(damaged(fen))));
    attempt(() => new Draughts({ variant, fen: damaged(fen) }).moves({ verbose: true }));
    attempt(() => game.loadPdn(damaged(damaged(played.pdn()))));
    if (round % 10 === 0) {
      for (const read of readPdn(damaged(played.pdn()) + damaged(played.pdn()))) attempt(() => read.tree().nodes());
    }
    played.free();
  }
  game.reset();
  game.move(game.moves()[0]);
});

