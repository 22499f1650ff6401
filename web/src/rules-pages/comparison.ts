/**
 * The table that compares the games: the facts of every rule table (`rules/worded/facts.json`, written from the tables that
 * the generator reads) as short words in the language chosen. Decides nothing and knows no game by name.
 */
import { t, type Key } from '../messages/messages.svelte';
import type { DrawFacts, RuleFacts } from '../rules/types';
import facts from '../rules/worded/facts.json';

export const FACTS = facts as readonly RuleFacts[];

/** A column: its title, and what it says of a game. */
export interface Column {
  title: Key;
  cell: (facts: RuleFacts) => string;
}

const MEN: Record<RuleFacts['men'], Key> = {
  forward: 'compare.men.forward',
  backward: 'compare.men.backward',
  'first-forward': 'compare.men.firstForward',
  eight: 'compare.men.eight',
  sideways: 'compare.men.sideways',
  lines: 'compare.men.lines',
};
const KINGS: Record<RuleFacts['kings'], Key> = {
  none: 'compare.kings.none',
  wins: 'compare.kings.wins',
  short: 'compare.kings.short',
  flying: 'compare.kings.flying',
  behind: 'compare.kings.behind',
  'behind-last-king': 'compare.kings.behindLastKing',
};
const CELLS: Record<RuleFacts['cells'], Key | null> = {
  dark: null,
  'dark-right': 'compare.cells.right',
  all: 'compare.cells.all',
  lines: 'compare.cells.lines',
};
const OBLIGATION: Record<RuleFacts['obligation'], Key> = {
  compulsory: 'compare.obligation.compulsory',
  huffing: 'compare.obligation.huffing',
  'huffing-shorter-route': 'compare.obligation.strict',
};
const PRECEDENCE: Record<RuleFacts['precedence'][number], Key> = {
  'most-pieces': 'compare.choice.mostPieces',
  'greatest-value': 'compare.choice.value',
  'by-king': 'compare.choice.byKing',
  'most-kings': 'compare.choice.mostKings',
  'kings-earliest': 'compare.choice.earliest',
};
const PASSING: Record<RuleFacts['passing'], Key> = {
  'stays-man': 'compare.passing.staysMan',
  promotes: 'compare.passing.promotes',
  'ends-move': 'compare.passing.endsMove',
  none: 'compare.passing.none',
};
const GOAL: Record<RuleFacts['goal'], Key> = {
  immobilise: 'compare.goal.immobilise',
  'give-away': 'compare.goal.giveAway',
  promote: 'compare.goal.promote',
};

export const COLUMNS: readonly Column[] = [
  { title: 'compare.board', cell: board },
  { title: 'compare.pieces', cell: (it) => String(it.pieces) },
  { title: 'compare.first', cell: (it) => t(it.first === 'white' ? 'side.white' : 'side.black') },
  { title: 'compare.men', cell: (it) => listed([t(MEN[it.men]), ...(it.takes_kings ? [] : [t('compare.men.noKings')])]) },
  { title: 'compare.kings', cell: (it) => t(KINGS[it.kings]) },
  { title: 'compare.obligation', cell: (it) => t(OBLIGATION[it.obligation]) },
  { title: 'compare.choice', cell: choice },
  { title: 'compare.passing', cell: (it) => t(PASSING[it.passing]) },
  { title: 'compare.removal', cell: removal },
  { title: 'compare.goal', cell: (it) => t(GOAL[it.goal]) },
  { title: 'compare.draws', cell: (it) => (it.draws.length === 0 ? t('compare.draws.none') : listed(it.draws.map(draw))) },
];

function board({ width, height, cells }: RuleFacts): string {
  const size = `${width}\u00a0×\u00a0${height}`;
  const how = CELLS[cells];
  return how ? listed([size, t(how)]) : size;
}

function removal({ removal, half_turn }: RuleFacts): string {
  if (removal === 'after-move') return t('compare.removal.afterMove');
  return half_turn ? t('compare.removal.atOnce') : listed([t('compare.removal.atOnce'), t('compare.removal.noHalfTurn')]);
}

function choice({ precedence }: RuleFacts): string {
  if (precedence.length === 0) return t('compare.choice.free');
  return precedence.map((ground, i) => (precedence.length > 1 ? `${i + 1}. ` : '') + t(PRECEDENCE[ground])).join(' ');
}

function draw(rule: DrawFacts): string {
  switch (rule.rule) {
    case 'occurrences':
      return t('compare.draws.occurrences', { n: rule.times });
    case 'king-moves':
      return t('compare.draws.kings', { n: rule.moves });
    case 'lone-king':
      return t(rule.main_road ? 'compare.draws.road' : 'compare.draws.lone', { pieces: range(rule.from, rule.to), n: rule.moves });
    case 'both-kings':
      return t('compare.draws.both', { pieces: range(rule.from, rule.to), n: rule.moves });
  }
}

function range(from: number, to: number): string {
  return from === to ? String(from) : `${from}–${to}`;
}

function listed(parts: readonly string[]): string {
  return parts.join(', ');
}
