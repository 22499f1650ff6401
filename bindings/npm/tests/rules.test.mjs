/** The game: what chess.js' users type, in several games of the family. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Draughts, DraughtsError, validateFen, variants } from 'damier';

const thrown = (run) => {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof DraughtsError, String(error));
    return error;
  }
  assert.fail('nothing was thrown');
};

test('moves are played by text, by squares and by returned moves, and taken back', () => {
  const game = new Draughts();
  assert.equal(game.move('32-28').text, '32-28');
  assert.equal(game.move({ from: '19', to: 23 }).to, 23);
  const [capture] = game.moves({ verbose: true });
  assert.deepEqual(game.move(capture).captured, [23]);
  assert.deepEqual(game.history(), ['32-28', '19-23', '28x19']);
  const [first, ...rest] = game.history({ verbose: true });
  assert.equal(first.after, rest[0].before);
  assert.equal(game.undo().long, '28x19');
  game.undo();
  game.undo();
  assert.equal(game.undo(), null);
  assert.equal(game.fen(), new Draughts().fen());
});

test('an analysis by moves and undos has no limit', () => {
  const game = new Draughts();
  for (let i = 0; i < 30_000; i += 1) {
    game.move('32-28');
    game.undo();
  }
  assert.equal(game.history().length, 0);
});

test('captures with the same start and end are told apart by their path', () => {
  const game = new Draughts('W:WK47:B14,19,29,31,42');
  const moves = game.moves({ verbose: true });
  assert.ok(moves.length > 1 && moves.every(({ from, to }) => from === 47 && to === 36));
  const refusal = game.explain({ from: 47, to: 36 });
  assert.deepEqual([refusal.code, refusal.moves.length], ['ambiguous', moves.length]);
  for (const move of moves) {
    assert.deepEqual(game.move(move).captured, move.captured);
    game.undo();
    const via = move.path.slice(1, -1);
    assert.deepEqual(game.move({ from: 47, to: 36, via }).captured, move.captured);
    game.undo();
  }
});

test('boards with letters have names for squares, and take numbers', () => {
  const game = new Draughts({ variant: 'russian' });
  assert.deepEqual(game.moves({ square: 'c3' }), ['c3-b4', 'c3-d4']);
  assert.equal(game.move({ from: 'C3', to: 'd4' }).to, 'd4');
  assert.deepEqual(game.get('d4'), { side: 'white', kind: 'man' });
  assert.deepEqual(game.get(1), game.get('b8'));
  assert.equal(game.board()[0][1].square, 'b8');
});

test('a huff is part of a move', () => {
  const games = variants().map(({ id }) => new Draughts({ variant: id }));
  let huffs = 0;
  for (const game of games) {
    for (let ply = 0; ply < 60 && !game.isGameOver(); ply += 1) {
      const moves = game.moves({ verbose: true });
      const huff = moves.find((move) => move.huff !== null);
      if (huff) {
        huffs += 1;
        assert.ok(game.huffable().includes(huff.huff));
        assert.equal(game.explain({ from: huff.from, to: huff.to, via: huff.path.slice(1, -1), huff: huff.huff }), null);
      }
      game.move(moves[(ply * 5) % moves.length]);
    }
  }
  assert.ok(huffs > 0);
});

test('every game plays, copies, and is written and read as itself', () => {
  assert.ok(variants().length >= 30);
  for (const { id, name } of variants()) {
    assert.ok(name.en && name.fr);
    const game = new Draughts({ variant: id });
    for (let ply = 0; ply < 50 && !game.isGameOver(); ply += 1) {
      const moves = game.moves();
      game.move(moves[(ply * 7) % moves.length]);
    }
    const copy = game.clone();
    const read = new Draughts();
    read.loadPdn(game.pdn());
    for (const other of [copy, read]) {
      assert.deepEqual([other.variant, other.fen(), other.history()], [id, game.fen(), game.history()]);
    }
    game.undo();
    assert.notEqual(copy.history().length, game.history().length);
    const again = new Draughts({ variant: id, fen: copy.fen() });
    assert.deepEqual(again.board(), copy.board());
    assert.ok(game.ascii().length > 20);
  }
});

test('pieces are put and removed', () => {
  const game = new Draughts('W:W31:B20');
  game.put({ side: 'black', kind: 'king' }, 5);
  assert.equal(game.fen(), 'W:W31:BK5,20');
  assert.deepEqual(game.remove(20), { side: 'black', kind: 'man' });
  assert.equal(game.remove(20), undefined);
  assert.equal(thrown(() => game.put({ side: 'white', kind: 'man' }, 1)).code, 'bad-fen');
  assert.equal(game.fen(), 'W:W31:BK5');
});

test('errors have the reason in both languages, and change nothing', () => {
  const game = new Draughts();
  game.setHeader('White', 'Ada');
  const before = [game.fen(), game.pdn()];
  const illegal = thrown(() => game.move('32-27-21'));
  assert.notEqual(illegal.texts.en, illegal.texts.fr);
  assert.equal(thrown(() => new Draughts({ variant: 'chess' })).code, 'unknown-variant');
  assert.match(thrown(() => new Draughts('russian')).message, /pass \{ variant: 'russian' \}/);
  assert.match(thrown(() => game.load('W:W51:B1')).message, /51/);
  assert.deepEqual([thrown(() => game.loadPdn('1. 32-28\n19-23 2. 28-27 *')).line], [2]);
  assert.equal(thrown(() => game.loadPdn('')).code, 'no-game');
  assert.equal(thrown(() => game.moves({ square: 51 })).code, 'no-such-square');
  assert.equal(thrown(() => game.setHeader('FEN', 'x')).code, 'fixed-header');
  assert.deepEqual([game.fen(), game.pdn()], before);
  game.move('32-28');
});

test('draws by rule end the game', () => {
  const game = new Draughts('W:WK46:BK4,K1');
  const around = ['46-41', '4-9', '41-46', '9-4'];
  for (let i = 0; !game.isGameOver(); i += 1) game.move(around[i % 4]);
  assert.ok(game.isDraw() && game.occurrences() >= 3);
  assert.deepEqual(game.moves(), []);
  assert.equal(game.outcome().winner, null);
  assert.equal(thrown(() => game.move('46-41')).code, 'game-over');
  assert.match(game.pdn(), /1-1/);
});

test('every fault of a FEN is found', () => {
  assert.deepEqual(validateFen('W:W31-50:B1-20'), { ok: true });
  const { ok, faults } = validateFen('W:W1,2:B50', 'international');
  assert.equal(ok, false);
  assert.ok(faults.length >= 2 && faults.every(({ texts }) => texts.en && texts.fr && texts.en !== texts.fr));
});

test('a freed game says so', () => {
  const game = new Draughts();
  game.free();
  game.free();
  assert.equal(thrown(() => game.fen()).code, 'freed');
});
