/** Validation of the server's frames. */
import { describe, expect, it } from 'vitest';
import { ShapeError } from '../../../src/api/shape';
import { readFrame } from '../../../src/features/live/socket';
import english from '../../../src/features/live/words.en.json';
import french from '../../../src/features/live/words.fr.json';

const STATE = { clock: null, at_ms: 1, turn: null, offer: null, asked: [], paused_until_ms: null, held: false, awaits_first_moves: false, first_move_by_ms: null, ending: null };
const read = (frame: object): unknown => readFrame(JSON.stringify(frame));

describe('frames', () => {
  it('are read as documented', () => {
    const event = { number: 1, act: { act: 'move', side: 'white', move: '32-28', at_ms: 5 } };
    expect(read({ frame: 'event', event, state: STATE })).toEqual({ frame: 'event', event: { ...event, command: null }, state: STATE });
    expect(read({ frame: 'pong', number: 3, now_ms: 9 })).toEqual({ frame: 'pong', number: 3, now_ms: 9 });
    expect(read({ frame: 'presence', white: true, black: false, watching: 2, absent: { side: 'black', claim_at_ms: 7 } })).toEqual({
      frame: 'presence', white: true, black: false, watching: 2, absent: { side: 'black', claim_at_ms: 7 },
    });
    const rating = { rating: 1500, deviation: 350, provisional: true };
    const awa = { name: 'Awa', rating, after: { ...rating, rating: 1662 } };
    expect(read({ frame: 'ratings', rated: true, speed: 'blitz', white: awa, black: null })).toEqual({ frame: 'ratings', rated: true, speed: 'blitz', white: awa, black: null });
    expect(read({ frame: 'rematch', by: 'white' })).toEqual({ frame: 'rematch', by: 'white', game: null });
  });

  it('of a team have a leader or null', () => {
    const team = { frame: 'team', you: 1, deciding: { way: 'captain' }, members: [], on_move: null, captain: 1, vote_ends_ms: null, votes: [], another: [], marks: [] };
    expect(read(team)).toEqual({ ...team, leader: null });
    expect(read({ ...team, leader: 2 })).toEqual({ ...team, leader: 2 });
  });

  it('ignores unknown frames and phrases', () => {
    expect(read({ frame: 'from-the-future' })).toBeNull();
    expect(read({ frame: 'said', by: 'white', phrase: 'boo' })).toBeNull();
  });

  it.each([
    ['a rating that is none', JSON.stringify({ frame: 'ratings', rated: true, speed: 'blitz', white: { name: 'Awa', rating: { rating: 'high' } }, black: null })],
    ['no JSON', '{'],
    ['a list', '[]'],
    ['nothing', 'null'],
    ['no kind', '{}'],
    ['a number that is none', '{"frame":"pong","number":"1","now_ms":2}'],
    ['a negative number', JSON.stringify({ frame: 'event', event: { number: -1, act: { act: 'move', at_ms: 1 } }, state: STATE })],
    ['a third side', JSON.stringify({ frame: 'said', by: 'red', phrase: 'hello' })],
    ['an act without a time', JSON.stringify({ frame: 'event', event: { number: 1, act: { act: 'move' } }, state: STATE })],
    ['a state without its moment', JSON.stringify({ frame: 'event', event: { number: 1, act: { act: 'adoube', at_ms: 1 } }, state: {} })],
    ['events that are no list', JSON.stringify({ frame: 'welcome', game: 'x', role: 'white', now_ms: 1, setup: {}, events: {}, state: STATE, presence: {} })],
  ])('containing %s are refused', (_, text) => {
    expect(() => readFrame(text)).toThrow(ShapeError);
  });
});

describe('the texts of live play', () => {
  it('have the same keys and placeholders in both languages', () => {
    expect(Object.keys(french)).toEqual(Object.keys(english));
    const values = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([found]) => found).sort();
    for (const [key, text] of Object.entries(english)) expect(values(french[key as keyof typeof french]), key).toEqual(values(text));
    for (const [key, text] of Object.entries(french)) expect(text, key).not.toMatch(/ [:;?!»]|« /);
  });
});
