/** Files of games, and trees. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Draughts, DraughtsError } from 'damier';
import { GameTree, readPdn } from 'damier/pdn';

const GAME = '[White "Ada"]\n[Black "Élodie"]\n\n1. 32-28 {best} ( 1. 33-28 19-23 ) 1... 19-23 2. 28x19 14x23 1-1\n\n';

test('a large file is read game after game', () => {
  const text = GAME.repeat(500);
  let count = 0;
  for (const game of readPdn(text)) {
    count += 1;
    assert.ok(game.complete && game.variant === 'international');
    assert.equal(game.line, (count - 1) * 5 + 1);
  }
  assert.equal(count, 500);
});

test('bytes, views and other encodings are read', () => {
  const bytes = new TextEncoder().encode(GAME);
  const latin = Uint8Array.from([...GAME].map((letter) => letter.codePointAt(0)));
  for (const [source, encoding] of [[bytes], [bytes.buffer], [new DataView(bytes.buffer)], [latin], [latin, 'windows-1252']]) {
    const [game] = readPdn(source, { encoding });
    assert.equal(game.tree().getHeaders().Black, 'Élodie');
  }
  assert.throws(() => [...readPdn(bytes, { encoding: 'klingon' })], { code: 'unknown-encoding' });
  assert.throws(() => [...readPdn(5)], { code: 'bad-argument' });
});

test('damage is reported, and the other games are read', () => {
  const games = [...readPdn(`${GAME}[GameType "99"]\n1. e2-e4 *\n\n${GAME}`, { language: 'fr' })];
  assert.deepEqual(games.map(({ complete }) => complete), [true, false, true]);
  assert.ok(games[1].faults.length > 0);
  assert.throws(() => games[1].tree(), DraughtsError);
});

test('a tree is edited, undone and written', () => {
  const tree = GameTree.fromPdn(GAME);
  const start = tree.pdn();
  const [first] = tree.mainLine();
  const node = tree.add(first.id, '20-24');
  assert.equal(tree.add(first.id, { from: 20, to: 24 }), node, 'the same move is the same node');
  tree.setComment(node, 'sharp');
  tree.setSigns(node, ['!?', '$7']);
  tree.setMarks(node, [{ colour: 'R', from: 24, to: 29 }]);
  tree.setEvaluation(node, '0.35');
  tree.setHeader('Event', 'Club');
  assert.deepEqual(tree.node(node).marks, [{ colour: 'R', from: 24, to: 29 }]);
  assert.deepEqual(tree.node(node).signs, ['!?', '$7']);
  assert.equal(tree.game(node).fen(), (() => { const g = new Draughts(); g.move('32-28'); g.move('20-24'); return g.fen(); })());
  tree.promote(node);
  assert.equal(tree.mainLine()[1].text, '20-24');
  const edited = tree.pdn();
  assert.equal(GameTree.fromPdn(edited).pdn(), edited);
  while (tree.undo());
  assert.equal(tree.pdn(), start);
  while (tree.redo());
  assert.equal(tree.pdn(), edited);
  tree.remove(node);
  assert.throws(() => tree.node(node), { code: 'no-such-node' });
});

test('refusals of a tree are those of the rules', () => {
  const tree = new GameTree({ variant: 'russian' });
  assert.throws(() => tree.add(0, 'c3-c4'), DraughtsError);
  assert.throws(() => tree.add(7, 'c3-d4'), { code: 'no-such-node' });
  assert.throws(() => tree.setSigns(0, ['nonsense']), DraughtsError);
  assert.throws(() => tree.setHeader('FEN', 'x'), DraughtsError);
  assert.throws(() => new GameTree({ fen: 'x' }), { code: 'bad-fen' });
  assert.equal(tree.nodes().length, 1);
});

test('a game becomes a tree with its headers', () => {
  const game = new Draughts({ variant: 'frisian' });
  game.setHeader('White', 'Ada');
  game.move(game.moves()[0]);
  const tree = GameTree.fromGame(game);
  assert.deepEqual([tree.variant, tree.getHeaders().White], ['frisian', 'Ada']);
  assert.deepEqual(tree.game().history(), game.history());
});

test('options of a wrong shape are refused, and a freed tree says so', () => {
  for (const odd of ['russian', [], { Variant: 'russian' }, null]) {
    assert.throws(() => new GameTree(odd), { code: 'bad-argument' });
    assert.throws(() => [...readPdn('1. 32-28 *', odd)], { code: 'bad-argument' });
  }
  assert.throws(() => new Draughts({ Variant: 'russian' }), { code: 'bad-argument' });
  assert.throws(() => new Draughts().moves(32), { code: 'bad-argument' });
  const tree = new GameTree();
  tree.free();
  tree.free();
  assert.throws(() => tree.pdn(), { code: 'freed' });
});
