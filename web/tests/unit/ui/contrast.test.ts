/** The contrast of the page's colours: WCAG 2.2, 1.4.3 (text) and 1.4.11 (graphics). */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BOARDS, PIECE_SETS } from '../../../src/settings/preferences.svelte';

const css = readFileSync(new URL('../../../src/looks/colours.css', import.meta.url), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');

/** The rules of the style sheet in their order: selectors and tokens. */
const rules = [...css.matchAll(/([^{}]+)\{([^}]*)\}/g)].map(([, selectors = '', body = '']) => ({
  selectors: selectors.split(',').map((selector) => selector.trim()),
  tokens: [...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value.trim()] as const),
}));

/** The specificity of a selector for the document itself; null if it selects something else or does not match. */
function weight(selector: string, attributes: Record<string, string>): number | null {
  if (!/^:root(\[[^\]]+\])*$/.test(selector)) return null;
  const wanted = [...selector.matchAll(/\[data-(\w+)='(\w+)'\]/g)];
  return wanted.every(([, name = '', value]) => attributes[name] === value) ? wanted.length : null;
}

/** The tokens of the document with these attributes after the cascade. */
function tokens(attributes: Record<string, string>): Record<string, string> {
  const found: Record<string, { value: string; weight: number }> = {};
  for (const rule of rules) {
    const weights = rule.selectors.map((selector) => weight(selector, attributes)).filter((it) => it !== null);
    if (weights.length === 0) continue;
    const own = Math.max(...weights);
    for (const [name, value] of rule.tokens) {
      if (own >= (found[name]?.weight ?? 0)) found[name] = { value, weight: own };
    }
  }
  return Object.fromEntries(Object.entries(found).map(([name, { value }]) => [name, value]));
}

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((i) => parseInt(colour.slice(i, i + 2), 16) / 255)
    .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a = '', b = ''): number {
  if (!/^#[0-9a-f]{6}$/.test(a) || !/^#[0-9a-f]{6}$/.test(b)) throw new Error(`no plain colours: ${a}, ${b}`);
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

/** Pairs without enough contrast. */
function tooClose(attributes: Record<string, string>, least: number, pairs: readonly (readonly [string, string])[]): string[] {
  const has = tokens(attributes);
  return pairs
    .map(([a, b]) => ({ pair: `${a} on ${b}`, ratio: contrast(has[a], has[b]) }))
    .filter(({ ratio }) => ratio < least)
    .map(({ pair, ratio }) => `${pair}: ${ratio.toFixed(2)}`);
}

const GROUNDS = ['ground', 'surface', 'sunk', 'key'] as const;
const TEXT = [
  ...GROUNDS.flatMap((ground) => (['text', 'soft'] as const).map((text) => [text, ground] as const)),
  ...(['ground', 'surface', 'sunk'] as const).flatMap((ground) => (['accent', 'warn'] as const).map((text) => [text, ground] as const)),
  ['text', 'accent-soft'],
  ['text', 'note-ground'],
  ['note', 'note-ground'],
  ['text', 'warn-ground'],
  ['warn', 'warn-ground'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['mark-must-edge', 'mark-must'],
] as const;
const BOARD = [
  ['board-light', 'board-dark'],
  ['white-face', 'board-dark'],
  ['black-face', 'board-dark'],
  ['mark-movable', 'board-dark'],
  ['mark-movable', 'mark-movable-edge'],
  ['white-face', 'mark-movable-edge'],
  ['white-crown', 'white-face'],
  ['black-crown', 'black-face'],
  ['white-face', 'black-face'],
] as const;

describe.each(['light', 'dark'])('the %s colours', (theme) => {
  it('text has enough contrast on every background', () => {
    expect(tooClose({ theme }, 4.5, TEXT)).toEqual([]);
  });

  it('the focus ring has enough contrast', () => {
    expect(tooClose({ theme }, 3, GROUNDS.slice(0, 3).map((ground) => ['focus', ground] as const))).toEqual([]);
  });

  describe.each(BOARDS)('the board theme %s', (board) => {
    it('has readable square names', () => {
      expect(tooClose({ theme, board }, 4.5, [['board-number', 'board-frame']])).toEqual([]);
    });

    it.each(PIECE_SETS)('has enough contrast for %s pieces', (pieces) => {
      expect(tooClose({ theme, board, pieces }, 3, BOARD)).toEqual([]);
    });
  });
});
