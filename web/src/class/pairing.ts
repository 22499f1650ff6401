/** Who plays whom: pairs by lot that have not met before as far as that can be, each pupil with White and Black in turn. Pure functions. */

/** Two who play or have played, as far as pairing asks. */
export interface Met {
  white: string;
  black: string;
}

/** Answers a number from 0 up to below its argument. */
export type Draw = (below: number) => number;

/** How many orders are drawn, of which the one with the fewest old pairs is taken. */
const ORDERS = 24;

/** A pair that has met. The sign is no part of a name. */
const together = (a: string, b: string): string => (a < b ? `${a}|${b}` : `${b}|${a}`);

/**
 * Pairs those names, White first; whoever is left over is told: one who has played most. `before` are the games so far, the oldest first.
 */
export function pairedUp(names: readonly string[], draw: Draw, before: readonly Met[] = []): { pairs: [string, string][]; left: string | null } {
  const met = new Map<string, number>();
  const played = new Map<string, number>();
  for (const { white, black } of before) {
    met.set(together(white, black), (met.get(together(white, black)) ?? 0) + 1);
    for (const name of [white, black]) played.set(name, (played.get(name) ?? 0) + 1);
  }
  const there = shuffled(names, draw);
  const most = Math.max(0, ...there.map((name) => played.get(name) ?? 0));
  const left = there.length % 2 === 0 ? null : (there.find((name) => (played.get(name) ?? 0) === most) ?? null);
  const rest = there.filter((name) => name !== left);
  // Two who have met twice weigh more than two pairs who have met once.
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

function inTwos(names: readonly string[]): [string, string][] {
  return Array.from({ length: Math.floor(names.length / 2) }, (_, n) => [names[2 * n] as string, names[2 * n + 1] as string]);
}

/** Exchanges players between two pairs as long as that makes them lighter. Each exchange does, so it comes to an end. */
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

/** White is for whoever has had it less; then for whoever has had Black last; then it is drawn. */
function withColours(a: string, b: string, before: readonly Met[], draw: Draw): [string, string] {
  const surplus = (name: string): number => before.reduce((sum, { white, black }) => sum + Number(white === name) - Number(black === name), 0);
  const last = (name: string): number => {
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
