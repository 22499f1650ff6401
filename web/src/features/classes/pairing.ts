/**
 * Pairs pupils at random: opponents who have not met if possible, with alternating colours. Of an odd number one is left over, who may play the engine, and not
 * the same one twice in a row.
 */
import { COMPUTER } from './computer';

/** A played game, as far as pairing needs it; one player may be the engine. */
export interface PastPairing {
  white: string;
  black: string;
  /** The start. Games with the same start belong to one round. */
  begun_ms: number;
}

/** Returns a random integer below its argument. */
export type Draw = (below: number) => number;

/** The number of random orders, of which the one with the fewest repeated pairs is used. */
const ORDERS = 24;

/** The key of a pair. The separator never occurs in a name. */
const together = (a: string, b: string): string => (a < b ? `${a}|${b}` : `${b}|${a}`);

/** Pairs names, White first, and returns the one left over. `before` has the games so far, oldest first. */
export function pairedUp(names: readonly string[], draw: Draw, before: readonly PastPairing[] = []): { pairs: [string, string][]; left: string | null } {
  const met = new Map<string, number>();
  for (const { white, black } of before) met.set(together(white, black), (met.get(together(white, black)) ?? 0) + 1);
  const there = shuffled(names, draw);
  const left = there.length % 2 === 0 ? null : leftOver(there, before);
  const rest = there.filter((name) => name !== left);
  // Squares, since one pair that has met twice is worse than two that have met once.
  const weight = (a: string, b: string): number => (met.get(together(a, b)) ?? 0) ** 2;
  let best: [string, string][] = [];
  let least = Infinity;
  for (let order = 0; order < ORDERS && least > 0; order += 1) {
    const pairs = improved(inTwos(shuffled(rest, draw)), weight);
    const sum = pairs.reduce((sum, [a, b]) => sum + weight(a, b), 0);
    if (sum < least) [best, least] = [pairs, sum];
  }
  return { pairs: best.map(([a, b]) => withColours(a, b, before, draw)), left };
}

/**
 * Chooses the pupil left over: one who had a human opponent in the last round, so that no pupil is left over or plays the engine twice in a row. Of these the
 * one with most games against pupils, then fewest against the engine. Before any game, the first.
 */
function leftOver(there: readonly string[], before: readonly PastPairing[]): string | null {
  const facts = new Map(there.map((name) => [name, { last_ms: -1, games: 0, computer: 0 }]));
  for (const { white, black, begun_ms } of before) {
    const isWithComputer = white === COMPUTER || black === COMPUTER;
    for (const name of [white, black]) {
      const of = facts.get(name);
      if (!of) continue;
      if (isWithComputer) of.computer += 1;
      else [of.games, of.last_ms] = [of.games + 1, Math.max(of.last_ms, begun_ms)];
    }
  }
  const [first] = [...facts].sort(([, a], [, b]) => b.last_ms - a.last_ms || b.games - a.games || a.computer - b.computer);
  return first?.[0] ?? null;
}

/** Whether a pupil plays White against the engine: colours alternate as against pupils. */
export function playsWhite(name: string, draw: Draw, before: readonly PastPairing[] = []): boolean {
  return withColours(name, COMPUTER, before.filter(({ white, black }) => white === name || black === name), draw)[0] === name;
}

function inTwos(names: readonly string[]): [string, string][] {
  return Array.from({ length: Math.floor(names.length / 2) }, (_, n) => [names[2 * n] as string, names[2 * n + 1] as string]);
}

/** Exchanges players between two pairs while that lowers their total weight, which ends since each exchange lowers it. */
function improved(pairs: [string, string][], weight: (a: string, b: string) => number): [string, string][] {
  const now = [...pairs];
  for (let again = true; again; ) {
    again = false;
    for (let one = 0; one < now.length; one += 1) {
      for (let other = one + 1; other < now.length; other += 1) {
        const [[a, b], [c, d]] = [now[one] as [string, string], now[other] as [string, string]];
        const ways: [[string, string], [string, string]][] = [[[a, c], [b, d]], [[a, d], [b, c]]];
        const lighter = ways.find(([p, q]) => weight(...p) + weight(...q) < weight(a, b) + weight(c, d));
        if (!lighter) continue;
        [now[one], now[other]] = lighter;
        again = true;
      }
    }
  }
  return now;
}

/** White goes to the pupil who had it less often; then to the one who had Black last; then at random. */
function withColours(a: string, b: string, before: readonly PastPairing[], draw: Draw): [string, string] {
  const surplus = (name: string): number => name === COMPUTER ? 0 : before.reduce((sum, { white, black }) => sum + Number(white === name) - Number(black === name), 0);
  const last = (name: string): number => {
    if (name === COMPUTER) return 0;
    const game = [...before].reverse().find(({ white, black }) => white === name || black === name);
    return game === undefined ? 0 : game.white === name ? 1 : -1;
  };
  const ahead = surplus(a) - surplus(b) || last(a) - last(b);
  const swap = ahead === 0 ? draw(2) === 1 : ahead > 0;
  return swap ? [b, a] : [a, b];
}

function shuffled(names: readonly string[], draw: Draw): string[] {
  const rest = [...names];
  return names.map(() => rest.splice(draw(rest.length), 1)[0] as string);
}
