/** The texts of push messages: those of the page, and none that a forged message could misuse. */
import { expect, test } from 'vitest';
import english from '../../../src/features/push/words.en.json';
import french from '../../../src/features/push/words.fr.json';
import { OFFER_WORDS, PUSH_WORDS, readCall } from '../../../src/offline/push-words';

test('push notifications use the page’s texts', () => {
  for (const [language, words] of [['en', english], ['fr', french]] as const) {
    const own = PUSH_WORDS[language];
    expect(own.friend).toBe(words['notice.friend']);
    expect(own.ladder).toBe(words['notice.ladder.answer']);
    expect(own.nobody).toBe(words['nobody']);
    // Those of the page also name the variant.
    for (const kind of ['challenge', 'turn', 'rematch'] as const) expect(words[`notice.${kind}`]).toMatch(new RegExp(`^${own[kind].replace(/[{}]/g, '\\$&')}\\u00a0?: {game}$`));
  }
});

test('a push message leads to its game, its club or the lobby, in the language of the device', () => {
  const call = (it: object): unknown => readCall(JSON.stringify(it));
  expect(call({ kind: 'turn', name: 'Piet', game: 'g1', language: 'fr' })).toEqual({ title: 'À vous de jouer contre Piet', tag: 'g1', address: '#/own/g1', belled: true });
  expect(call({ kind: 'turn', name: '', game: 'g1', language: 'en' })).toEqual({ title: 'Your turn against your opponent', tag: 'g1', address: '#/own/g1', belled: true });
  expect(call({ kind: 'ladder', name: 'Étoile', club: 'etoile', language: 'xx' })).toEqual({ title: 'Étoile: a challenge is waiting for your answer', tag: 'ladder etoile', address: '#/club/etoile', belled: true });
  expect(call({ kind: 'friend', name: '$& {name}', language: 'en' })).toEqual({ title: '$& {name} sent you a friend request', tag: 'friend $& {name}', address: '#/lobby', belled: true });
  expect(call({ kind: 'rematch', name: 'x', game: '../"><', language: 'en' })).toMatchObject({ address: '#/own/..%2F%22%3E%3C' });
});

test('an offer and the end of a game replace the earlier notification of that game', () => {
  const call = (it: object): unknown => readCall(JSON.stringify({ name: 'Piet', game: 'g1', language: 'fr', ...it }));
  const shown = (title: string): object => ({ title, tag: 'g1', address: '#/own/g1', belled: false });
  expect(call({ kind: 'offer', what: 'draw' })).toEqual(shown('Piet propose la remise'));
  expect(call({ kind: 'offer', what: 'more-time', language: 'en' })).toEqual(shown('Piet asks for more time'));
  for (const what of ['tea', 'toString', 7]) expect(call({ kind: 'offer', what })).toEqual(shown('Piet vous fait une demande dans votre partie'));
  expect(call({ kind: 'over' })).toEqual(shown('Votre partie contre Piet est terminée'));
  expect(Object.keys(OFFER_WORDS.fr)).toEqual(Object.keys(OFFER_WORDS.en));
});

test('a title without a name begins with a capital letter, and a name is not changed', () => {
  const title = (it: object): string | undefined => readCall(JSON.stringify({ kind: 'rematch', game: 'g1', ...it }))?.title;
  expect(title({ language: 'en' })).toBe('Your opponent offers a rematch');
  expect(title({ language: 'fr', kind: 'offer', what: 'draw' })).toBe('Votre adversaire propose la remise');
  expect(title({ language: 'en', name: 'piet' })).toBe('piet offers a rematch');
});

test('an unknown message is not shown', () => {
  for (const text of ['', 'x', 'null', '7', '{}', '{"kind":"nobody"}', '{"kind":"toString"}', '{"kind":7}']) expect(readCall(text), text).toBeNull();
});
