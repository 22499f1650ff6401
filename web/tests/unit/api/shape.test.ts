import { expect, test } from 'vitest';
import { read, ShapeError } from '../../../src/api/shape';
import { Challenge, Conditional, GameRecord, Lobby, OfferAnswer, Presence, ToClient } from '../../../src/api/types';

test('an absent field that may be null is null', () => {
  expect(read(Presence, { white: true, black: false, watching: 2 })).toEqual({ white: true, black: false, watching: 2, absent: null });
  expect(read(Lobby, { challenges: [] })).toEqual({ challenges: [], next: null });
});

test('a shape that clients send too is not changed', () => {
  const challenge = { variant: 'international', host: '', colour: 'random', settings: { white: { kind: 'person', name: '' }, black: { kind: 'person', name: '' }, few_pieces: 'fresh' } };
  expect(read(Challenge, structuredClone(challenge))).toEqual(challenge);
  const record = { schema: 1, rules_version: 1, variant: 'international', settings: challenge.settings, acts: [{ act: 'resign', side: 'white', at_ms: 1 }] };
  expect(read(GameRecord, structuredClone(record))).toEqual(record);
});

test.each([
  ['a missing field', { white: true, black: false }],
  ['a number that is not whole', { white: true, black: false, watching: 1.5 }],
  ['a negative number', { white: true, black: false, watching: -1 }],
  ['another type', { white: 'yes', black: false, watching: 1 }],
  ['a word that is none of those', { white: true, black: false, watching: 1, absent: { side: 'red', claim_at_ms: 1 } }],
  ['a list in place of an object', []],
  ['nothing', null],
])('refuses %s', (_, value) => {
  expect(() => read(Presence, value)).toThrow(ShapeError);
});

test('names the path of a wrong value', () => {
  expect(() => read(Lobby, { challenges: [{ id: 7 }] })).toThrow('.challenges[0].');
});

test('a union is read by its tag', () => {
  expect(read(ToClient, { frame: 'pong', number: 1, now_ms: 2 })).toEqual({ frame: 'pong', number: 1, now_ms: 2 });
  expect(() => read(ToClient, { frame: 'pong', number: '1', now_ms: 2 })).toThrow(ShapeError);
  expect(() => read(ToClient, { frame: 'of-a-later-server' })).toThrow('.frame');
  expect(() => read(ToClient, { frame: '|' })).toThrow('.frame');
  expect(() => read(ToClient, { frame: 'constructor' })).toThrow('.frame');
});

test('a union without a tag accepts any of its members', () => {
  expect(read(OfferAnswer, { game: 'g', role: 'white' })).toEqual({ game: 'g', role: 'white' });
  expect(() => read(OfferAnswer, { role: 'white' })).toThrow(ShapeError);
});

test('a recursive shape is supported', () => {
  expect(() => read(Conditional, { version: 1, branches: [{ if: 'a', answer: 'b', then: [{ if: 'c', answer: 'd' }] }] })).not.toThrow();
  expect(() => read(Conditional, { version: 1, branches: [{ if: 'a', answer: 'b', then: [{ if: 'c' }] }] })).toThrow('.branches[0].then[0].answer');
});
