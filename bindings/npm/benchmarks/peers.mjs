/**
 * Compares damier with another package of draughts: the same positions, and the same work.
 *
 *     node peers.mjs draughts              agreement and speed, as rows of tables
 *     node peers.mjs rapid-draughts 20     the same, with 20 examples of different moves
 *
 * It runs in a folder in which damier and the peer are installed. Only the documented interface of
 * the peer is called.
 */
import { Draughts } from 'damier';

/** How many different positions are compared, and how many of them are timed. */
const POSITIONS = 10_000;
const TIMED = 1_000;
const ROUNDS = 11;
const EXAMPLES = Number(process.argv[3] ?? 3);

const peers = {
  async draughts() {
    const { default: Peer } = await import('draughts');
    return {
      variant: 'international',
      open: ({ fen }) => new Peer(fen),
      legal: (game) => game.moves(),
      moves: (game) => game.moves().map(({ from, to, takes }) => [from, to, takes ?? []]),
      play: (game, move) => game.move(move),
      isOver: (game) => game.gameOver(),
    };
  },
  async 'rapid-draughts'() {
    const { EnglishDraughts, EnglishDraughtsBitSquare: bits } = await import('rapid-draughts/english');
    const { DraughtsPlayer, DraughtsStatus } = await import('rapid-draughts');
    // Which bit stands for a square is found by setting up a board with one piece.
    const bitOf = new Map();
    for (const bit of Object.values(bits)) {
      const { board } = EnglishDraughts.setup({ board: { light: bit, dark: 0, king: 0 } });
      const square = board.find(({ piece }) => piece);
      bitOf.set(square.position + 1, bit);
    }
    const bit = (square) => bitOf.get(square);
    return {
      variant: 'english',
      open: ({ turn, pieces }) => {
        const board = { light: 0, dark: 0, king: 0 };
        for (const { square, side, kind } of pieces) {
          board[side === 'white' ? 'light' : 'dark'] |= bit(square);
          if (kind === 'king') board.king |= bit(square);
        }
        return EnglishDraughts.setup({ player: turn === 'white' ? DraughtsPlayer.LIGHT : DraughtsPlayer.DARK, board });
      },
      legal: (game) => game.moves,
      moves: (game) => game.moves.map(({ origin, destination, captures }) => [origin + 1, destination + 1, captures.map((square) => square + 1)]),
      play: (game, move) => game.move(move),
      isOver: (game) => game.status !== DraughtsStatus.PLAYING,
    };
  },
};

/** Random numbers from a seed, the same in every run. */
function seeded(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Different positions of random games that have not ended. */
function positions(variant) {
  const random = seeded(20_261_130);
  const found = new Map();
  while (found.size < POSITIONS) {
    const game = new Draughts({ variant });
    for (let ply = 0; ply < 200 && !game.isGameOver(); ply += 1) {
      const fen = game.fen();
      if (!found.has(fen)) {
        const pieces = game.board().flat().filter((piece) => piece !== null);
        found.set(fen, { fen, turn: game.turn(), pieces });
      }
      const moves = game.moves();
      game.move(moves[random(moves.length)]);
    }
    game.free();
  }
  return [...found.values()].slice(0, POSITIONS);
}

const named = (moves) => new Set(moves.map(([from, to, captured]) => `${from}-${to}(${[...captured].sort((a, b) => a - b)})`));

function compare(peer, all) {
  let different = 0;
  let errors = 0;
  const kinds = { missing: 0, added: 0, both: 0 };
  for (const position of all) {
    const game = new Draughts({ variant: peer.variant, fen: position.fen });
    const ours = named(game.moves({ verbose: true }).map(({ from, to, captured }) => [from, to, captured]));
    game.free();
    let theirs = new Set();
    try {
      theirs = named(peer.moves(peer.open(position)));
    } catch {
      errors += 1;
    }
    const only = [[...ours].filter((move) => !theirs.has(move)), [...theirs].filter((move) => !ours.has(move))];
    if (only.every((list) => list.length === 0)) continue;
    different += 1;
    const [missing, added] = only.map((list) => list.length > 0);
    kinds[missing && added ? 'both' : missing ? 'missing' : 'added'] += 1;
    if (different <= EXAMPLES) console.log(`${position.fen}\n  only damier: ${only[0].join(' ')}\n  only peer: ${only[1].join(' ')}`);
  }
  console.log(`${peer.variant}: ${all.length} positions, ${different} with other moves, ${errors} errors of the peer`);
  console.log(`the peer misses moves in ${kinds.missing}, adds moves in ${kinds.added}, both in ${kinds.both}`);
}

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

/** Milliseconds of two pieces of work, in turn. */
function race(name, ours, theirs, count) {
  const times = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    [ours, theirs].forEach((work, index) => {
      const begun = process.cpuUsage();
      work();
      const { user, system } = process.cpuUsage(begun);
      times[index].push((user + system) / count);
    });
  }
  const ratios = times[1].map((time, index) => time / times[0][index]);
  const [mine, other, ratio] = [median(times[0]), median(times[1]), median(ratios)].map((value) => value.toPrecision(3));
  console.log(`| ${name} | ${mine} | ${other} | ${ratio} | ${Math.min(...ratios).toPrecision(2)} to ${Math.max(...ratios).toPrecision(2)} |`);
}

/** A random game of at most 60 plies from the start: list the moves, play one. Returns the plies. */
function randomGame(open, moves, play, isOver, random) {
  const game = open();
  let plies = 0;
  for (; plies < 60 && !isOver(game); plies += 1) {
    const legal = moves(game);
    play(game, legal[random(legal.length)]);
  }
  game.free?.();
  return plies;
}

function time(peer, all) {
  const { variant } = peer;
  const sample = all.filter((_, index) => index % (POSITIONS / TIMED) === 0);
  const listed = (options) => () => {
    for (const { fen } of sample) {
      const game = new Draughts({ variant, fen });
      game.moves(options);
      game.free();
    }
  };
  const theirs = () => {
    for (const position of sample) peer.legal(peer.open(position));
  };
  console.log('| work, µs each | damier | peer | ratio | spread |');
  race('position and `moves()` as texts', listed(), theirs, TIMED);
  race('position and `moves({ verbose: true })`', listed({ verbose: true }), theirs, TIMED);

  const start = { fen: new Draughts({ variant }).fen(), turn: new Draughts({ variant }).turn() };
  start.pieces = new Draughts({ variant }).board().flat().filter((piece) => piece !== null);
  const games = 50;
  const ours = () => {
    const random = seeded(1);
    let plies = 0;
    for (let i = 0; i < games; i += 1) {
      plies += randomGame(() => new Draughts({ variant }), (game) => game.moves(), (game, move) => game.move(move), (game) => game.isGameOver(), random);
    }
    return plies;
  };
  const others = () => {
    const random = seeded(1);
    let plies = 0;
    for (let i = 0; i < games; i += 1) plies += randomGame(() => peer.open(start), peer.legal, peer.play, peer.isOver, random);
    return plies;
  };
  console.log(`plies of the random games: ${ours()} and ${others()}`);
  race('a ply of a random game: `moves()`, `move()`', ours, others, ours());
}

const [name] = process.argv.slice(2);
if (!Object.hasOwn(peers, name ?? '')) {
  console.error(`usage: node peers.mjs ${Object.keys(peers).join(' | ')}`);
  process.exit(2);
}
const peer = await peers[name]();
const all = positions(peer.variant);
compare(peer, all);
time(peer, all);
