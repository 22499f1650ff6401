/**
 * Every refusal of the server that the page can cause has a text in both languages: the codes are
 * read from the server's sources, the features from the folders.
 */
import { describe, expect, it } from 'vitest';
import english from '../../../src/features/live/words.en.json';
import french from '../../../src/features/live/words.fr.json';
import { ARM, featuresWithRefusals, found, PROBLEM, refusalCodes } from '../features';

/** The code of a server whose disk is full. */
const FULL = found(/::no_space\(\s*"(journal-[a-z-]+)"/g, 'server/src/problem.rs');
/** Requests that only other programs make. */
const OF_PROGRAMS = ['unexpected-shape', 'bad-game-id', 'no-socket', 'bad-command-id', 'first-move-out-of-range'];
/** These always come with a reason, whose text is shown. */
const WITH_REASON = ['refused', 'no-such-challenge', 'not-joined', 'rating-not-asked-for', 'friends-refuse', 'not-for-a-class', 'not-for-a-broadcast'];
/**
 * The same for the codes of single features: excluded by the forms and stored values of the page,
 * shown by their reason, or handled without a text.
 */
const NOT_SHOWN: Record<string, readonly string[]> = {
  // `player-not-found` answers paths of friends and ratings, which word it themselves.
  accounts: ['bad-part', 'scope-missing', 'session-needed', 'not-a-player', 'player-not-found', 'unusable-credentials', 'part-not-found'],
  clubs: ['not-for-a-club', 'club-not-found'],
  moderation: ['not-a-report'],
  simuls: [
    ...['bad-simul-id', 'simul-exists', 'club-or-not', 'no-such-level', 'computer-rated', 'boards-out-of-range', 'clock-for-one', 'extra-out-of-range', 'rated-for-anybody'],
    ...['not-for-a-simul', 'simul-refuses', 'simul-not-found'],
  ],
};

/** The codes of refused commands at the board. */
const BOARD = [
  ...found(ARM, 'session/src/act_error.rs', 'people/src/teams/table.rs'),
  ...found(/refused\(\s*"([a-z-]+)"/g, 'server/src/live/actor/deciding.rs', 'server/src/live/actor/team_seats.rs'),
  ...found(/code: "([a-z-]+)"/g, 'server/src/live/actor/deciding.rs'),
];
/**
 * The codes of offers and acceptances, and of requests before and after a game, all shown with the
 * texts of live play.
 */
const OFFERS = [
  ...found(ARM, ...['people/src/challenges/challenge', 'session/src/settings', 'session/src/time_control', 'people/src/ratings/eligible', 'people/src/ratings/range'].map((it) => `${it}.rs`)),
  ...found(/CODE: &'static str = "([a-z-]+)"/g, 'people/src/challenges/engine_seat.rs'),
  ...found(PROBLEM, ...['challenges/handlers/offers', 'challenges/open_offers', 'challenges/refusals', 'live/handlers/games', 'live/extract', 'bots/handlers/people'].map((it) => `server/src/${it}.rs`)),
  'challenge-exists', // a used id or secret, from several places
  // Friends are challenged on the same screen.
  ...['not-friends', 'too-many-challenges', 'player-not-found', 'not-signed-in', 'account-banned'],
];
const CONDITIONAL = [...found(ARM, 'session/src/conditional.rs'), ...found(/because\("([a-z-]+)"/g, 'server/src/live/handlers/conditionals.rs')];
/**
 * The least number of codes in a feature, so that a change of the sources does not leave a pattern
 * without matches.
 */
const AT_LEAST: Record<string, number> = { accounts: 25, broadcasts: 11, challenges: 12, classes: 13, clubs: 40, friends: 12, simuls: 17, teams: 15 };
const FEATURES = featuresWithRefusals().map((it) => [it.name, it] as const);

/** The codes without a text under any of these prefixes. */
function without(codes: readonly string[], words: readonly Record<string, string>[], ...keys: string[]): string[] {
  return codes.filter((code) => ![...OF_PROGRAMS, ...WITH_REASON].includes(code) && !words.some((them) => keys.some((key) => `${key}.${code}` in them)));
}

describe('every refusal has a text', () => {
  it('of a command at the board', () => {
    expect(BOARD.length).toBeGreaterThan(38);
    for (const words of [english, french]) expect(without(BOARD, [words], 'refused')).toEqual([]);
  });

  it('of an offer, and of a request before or after a game', () => {
    expect(OFFERS.length).toBeGreaterThan(35);
    for (const words of [english, french]) expect(without(OFFERS, [words], 'ineligible', 'refused')).toEqual([]);
  });

  it('of conditional moves', () => {
    expect(CONDITIONAL.length).toBeGreaterThan(8);
    for (const words of [english, french]) expect(without(CONDITIONAL, [words], 'if.refused', 'refused')).toEqual([]);
  });

  it.each(FEATURES)('in %s', (name, feature) => {
    const codes = refusalCodes(name).filter((code) => !NOT_SHOWN[name]?.includes(code));
    expect(codes.length).toBeGreaterThanOrEqual(AT_LEAST[name] ?? 1);
    // Without a text of its own for a full disk, a feature relies on the texts of live play.
    const shared = feature.shared && !('refused.journal-full' in feature.english);
    const prefixes = name === 'live' ? ['ineligible', 'refused', 'if.refused'] : shared ? ['ineligible', 'refused'] : ['refused'];
    expect(without(codes, [feature.english, ...(shared ? [english] : [])], ...prefixes)).toEqual([]);
    expect(without(codes, [feature.french, ...(shared ? [french] : [])], ...prefixes)).toEqual([]);
  });

  it('in broadcasts, and no text is for a code that the server does not have', () => {
    const codes = refusalCodes('broadcasts');
    const own = Object.keys(FEATURES.find(([name]) => name === 'broadcasts')![1].english);
    const known = own.flatMap((key) => (key.startsWith('refused.') ? [key.slice('refused.'.length)] : []));
    expect(known.filter((code) => ![...codes, ...FULL].includes(code))).toEqual([]);
    expect(codes).toEqual(expect.arrayContaining(['broadcasts-full', 'broadcast-too-large']));
  });

  it('of a full disk', () => expect(FULL).toEqual(['journal-full']));
});
