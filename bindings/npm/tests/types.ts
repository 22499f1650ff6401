/** A program of a user, which only has to compile. */
import { Draughts, DraughtsError, validateFen, variants, type Move, type Outcome, type Refusal, type Square } from 'damier';
import { createBoard, type DamierBoard } from 'damier/board';
import { analyse, type Analysis } from 'damier/engine';
import { GameTree, readPdn, type TreeNode } from 'damier/pdn';

const game: Draughts = new Draughts({ variant: 'russian', fen: undefined });
const texts: string[] = game.moves();
const moves: Move[] = game.moves({ square: 'c3', verbose: true });
const verbose: boolean = texts.length > 1;
const either: string[] | Move[] = game.moves({ verbose });
const played: Move = game.move({ from: 'c3', to: 'd4' });
const square: Square = played.from;
const refusal: Refusal | null = game.explain(played, 'fr');
const outcome: Outcome | null = game.outcome();
const winner: 'white' | 'black' | null | undefined = outcome?.winner;
try {
  game.move(moves[0] ?? 'c3-d4');
} catch (error) {
  if (error instanceof DraughtsError) console.log(error.texts.fr, error.article, error.squares.mustMove, error.line);
}
const checked = validateFen('x');
if (!checked.ok) console.log(checked.faults[0]?.texts.en);
for (const read of readPdn(new Uint8Array(), { encoding: 'utf-8' })) {
  const tree: GameTree = read.tree();
  const nodes: TreeNode[] = tree.nodes();
  console.log(nodes.length);
}
async function search(signal: AbortSignal): Promise<Analysis> {
  for await (const { lines } of analyse(game, { time: 100, lines: 2, signal })) {
    const [line] = lines;
    if (line?.score.kind === 'estimate') console.log(line.score.men);
    else console.log(line?.score.plies);
  }
  return analyse(game).result;
}
const board: DamierBoard = createBoard(document.body, { orientation: 'black', movable: 'none' });
board.addEventListener('move', ({ detail }) => console.log(detail.text));
board.addEventListener('refuse', ({ detail }) => console.log(detail.text));
document.querySelector('damier-board')?.undo()?.side;
board.shapes = [{ colour: 'green', from: 32, to: 28 }];

// @ts-expect-error a language
game.explain('c3-d4', 'de');
// @ts-expect-error a square is a number or a text
game.get(null);
// @ts-expect-error a colour
board.shapes = [{ colour: 'pink', from: 32 }];

export { either, search, square, variants, winner, refusal };
