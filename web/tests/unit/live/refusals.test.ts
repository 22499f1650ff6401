/** Every refusal of the server about a game, an offer, a team match, a class or a broadcast has words in both languages: the codes are read from the server's own sources. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import hallEnglish from '../../../src/features/broadcasts/words.en.json';
import hallFrench from '../../../src/features/broadcasts/words.fr.json';
import schoolEnglish from '../../../src/features/classes/words.en.json';
import schoolFrench from '../../../src/features/classes/words.fr.json';
import teamEnglish from '../../../src/features/teams/words.en.json';
import teamFrench from '../../../src/features/teams/words.fr.json';
import english from '../../../src/features/live/words.en.json';
import french from '../../../src/features/live/words.fr.json';

const CRATES = join(import.meta.dirname, '../../../../crates');

/** The text of a source file without its tests. */
function source(file: string): string {
  return readFileSync(join(CRATES, file), 'utf8').split('#[cfg(test)]')[0] ?? '';
}

/** All matches of a pattern in some files, each once. */
function found(pattern: RegExp, ...files: string[]): string[] {
  return [...new Set(files.flatMap((file) => [...source(file).matchAll(pattern)].map((match) => match[1] ?? '')))];
}

/** The arms of `code()` of an error type: in these files nothing else is matched to a text. */
const ARM = /=>\s*(?:\{\s*)?"([a-z-]+)"/g;

/** The codes of problems that are refusals: those with a retry have words of their own. */
const PROBLEM = /StatusCode::(?!SERVICE_UNAVAILABLE|TOO_MANY_REQUESTS|INTERNAL_SERVER_ERROR)[A-Z_]+,\s*"([a-z-]+)"/g;
/** What is said of live play, of a class and so on, wherever it is, by a server whose disk is full. */
const FULL = found(/StatusCode::INSUFFICIENT_STORAGE,\s*"(journal-[a-z-]+)"/g, 'server/src/problem.rs');
/** What only a program can do wrong that speaks to the server itself. */
const OF_PROGRAMS = ['unexpected-shape', 'bad-game-id', 'no-socket', 'bad-command-id', 'first-move-out-of-range'];
/** What never comes without a reason, which is said in its place. */
const WITH_REASON = ['refused', 'no-such-challenge', 'not-joined', 'rating-not-asked-for', 'friends-refuse', 'not-for-a-class', 'not-for-a-broadcast'];

/** The codes of refused commands at the board. */
const BOARD = [
  ...found(ARM, 'session/src/act_error.rs', 'people/src/teams/table.rs'),
  ...found(/refused\(\s*"([a-z-]+)"/g, 'server/src/live/actor/deciding.rs', 'server/src/live/actor/team_seats.rs'),
  ...found(/code: "([a-z-]+)"/g, 'server/src/live/actor/deciding.rs'),
];
/** Those of offers and acceptances, and of requests beside and after the game. */
const OFFERS = [
  ...found(ARM, ...['people/src/challenges/challenge', 'session/src/settings', 'session/src/time_control', 'people/src/ratings/eligible', 'people/src/ratings/range'].map((it) => `${it}.rs`)),
  ...found(/CODE: &'static str = "([a-z-]+)"/g, 'people/src/challenges/engine_seat.rs'),
  ...found(PROBLEM, ...['challenges/handlers/offers', 'challenges/refusals', 'live/handlers/games', 'live/extract', 'bots/handlers/people'].map((it) => `server/src/${it}.rs`)),
  'challenge-exists', // an id or a secret that is taken, from everywhere
  // A friend is challenged on the same screen.
  ...['not-friends', 'too-many-challenges', 'player-not-found', 'not-signed-in', 'account-banned'],
];
const CONDITIONAL = [...found(ARM, 'session/src/conditional.rs'), ...found(/because\("([a-z-]+)"/g, 'server/src/live/handlers/conditionals.rs')];
const TEAM_MATCHES = [
  ...found(ARM, 'people/src/teams/plan.rs', 'people/src/teams/name.rs'),
  ...found(/not_now\(\s*"([a-z-]+)"/g, 'server/src/teams/handlers/joining.rs'),
  ...found(PROBLEM, ...['handlers/captain', 'handlers/joining', 'handlers/host', 'views'].map((it) => `server/src/teams/${it}.rs`)),
];

const CLASSES = [
  ...found(/unfit\(\s*"([a-z-]+)"/g, ...['pairs', 'pupil', 'teacher'].map((it) => `server/src/classes/handlers/${it}.rs`)),
  ...found(/not_joined\(\s*"([a-z-]+)"/g, 'server/src/classes/handlers/pupil.rs'),
  ...found(PROBLEM, ...['handlers/pairs', 'handlers/pupil', 'handlers/teacher', 'extract'].map((it) => `server/src/classes/${it}.rs`)),
];
const BROADCASTS = [
  ...found(ARM, 'people/src/broadcasts/settings.rs'),
  ...found(PROBLEM, ...['handlers/boards', 'handlers/runner', 'handlers/watch', 'extract'].map((it) => `server/src/broadcasts/${it}.rs`)),
];

/** The codes that none of these keys has words for. */
function unsaid(codes: readonly string[], words: readonly Record<string, string>[], ...keys: string[]): string[] {
  return codes.filter((code) => ![...OF_PROGRAMS, ...WITH_REASON].includes(code) && !words.some((them) => keys.some((key) => `${key}.${code}` in them)));
}

describe('every refusal is said in words', () => {
  it('of a command at the board', () => {
    expect(BOARD.length).toBeGreaterThan(38);
    for (const words of [english, french]) expect(unsaid(BOARD, [words], 'refused')).toEqual([]);
  });

  it('of an offer, and of what is asked beside a game', () => {
    expect(OFFERS.length).toBeGreaterThan(35);
    for (const words of [english, french]) expect(unsaid(OFFERS, [words], 'unmeant', 'refused')).toEqual([]);
  });

  it('of answers that are kept', () => {
    expect(CONDITIONAL.length).toBeGreaterThan(8);
    for (const words of [english, french]) expect(unsaid(CONDITIONAL, [words], 'if.refused', 'refused')).toEqual([]);
  });

  it('of a team match, by itself or as an offer is', () => {
    expect(TEAM_MATCHES.length).toBeGreaterThan(12);
    expect(unsaid(TEAM_MATCHES, [english, teamEnglish], 'unmeant', 'refused')).toEqual([]);
    expect(unsaid(TEAM_MATCHES, [french, teamFrench], 'unmeant', 'refused')).toEqual([]);
  });

  it('of a class', () => {
    expect(CLASSES.length).toBeGreaterThan(12);
    for (const words of [schoolEnglish, schoolFrench]) expect(unsaid(CLASSES, [words], 'refused')).toEqual([]);
  });

  it('of a broadcast', () => {
    expect(BROADCASTS.length).toBeGreaterThan(10);
    for (const words of [hallEnglish, hallFrench]) expect(unsaid(BROADCASTS, [words], 'refused')).toEqual([]);
    // And none is said that the server has not.
    const said = Object.keys(hallEnglish).flatMap((key) => (key.startsWith('refused.') ? [key.slice('refused.'.length)] : []));
    expect(said.filter((code) => ![...BROADCASTS, ...FULL].includes(code))).toEqual([]);
  });

  it('of a server that has no room left', () => {
    expect(FULL).toHaveLength(1);
    for (const words of [english, french, schoolEnglish, schoolFrench, hallEnglish, hallFrench]) expect(unsaid(FULL, [words], 'refused')).toEqual([]);
    expect(BROADCASTS).toEqual(expect.arrayContaining(['broadcasts-full', 'broadcast-too-large']));
  });
});
