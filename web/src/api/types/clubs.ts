/**
 * The API of clubs. Generated from docs/openapi.json by `npm run api`; never edit this file.
 *
 * Each schema is a type, and a value of the same name that `read` in `../shape.ts` checks fetched values with. Each operation is a
 * value that `ask` in `../ask.ts` sends.
 */
import type { Operation, Shape } from '../shape';
import { Side, ClockSettings } from './shared';

/** Profile of a club. */
export type ClubDescription = {
  /** The stable names of 1 to 12 variants. */
  games: string[];
  /** The language, by its code of two or three letters. */
  language: string;
  /** Whether members, ladder and games are public; otherwise only members see them. */
  public: boolean;
  /** The description: at most 1000 characters in 30 lines; may be empty. */
  text: string;
  /** The town: one line of at most 80 characters; may be empty. */
  town: string;
};
export const ClubDescription: Shape = { games: { '[]': 's' }, language: 's', public: 'b', text: 's', town: 's' };

/** A game of a club. */
export type ClubGameView = {
  /** When it was added to the club, in Unix milliseconds. */
  at_ms: number;
  black: string;
  /** The id of the game. */
  game: string;
  /** Whether it is a ladder game. */
  ladder: boolean;
  /** Whether it is over. */
  over: boolean;
  /** Whether it is rated. */
  rated: boolean;
  /** The reason of its ending, as a stable code. */
  reason: string | null;
  /** The stable name of the variant. */
  variant: string;
  white: string;
  winner: Side | null;
};
export const ClubGameView: Shape = { at_ms: 'n', black: 's', game: 's', ladder: 'b', over: 'b', rated: 'b', 'reason?': 's', variant: 's', white: 's', 'winner?': Side };

/** A page of games of a club. */
export type ClubGames = {
  /** The latest first. */
  games: ClubGameView[];
  /** The cursor of the next page; null on the last one. */
  next: string | null;
};
export const ClubGames: Shape = { games: { '[]': ClubGameView }, 'next?': 's' };

/** A club in a list. */
export type ClubInList = {
  /** The stable names of the variants played there. */
  games: string[];
  /** Its key, used in its address. */
  key: string;
  /** Its language, by code. */
  language: string;
  /** The number of members. */
  members: number;
  name: string;
  /** The caller's role in this club: `founder`, `officer`, `member`; null for an applicant, and in other lists. */
  role: 'founder' | 'officer' | 'member' | null;
  /** Its town; may be empty. */
  town: string;
  /** What the ladder expects of the caller: `answer` to a challenge, `play` an accepted one, open the running `game`; null if nothing is pending, and in lists of other clubs. */
  wants: 'answer' | 'play' | 'game' | null;
};
export const ClubInList: Shape = { games: { '[]': 's' }, key: 's', language: 's', members: 'n', name: 's', 'role?': ['founder', 'officer', 'member'], town: 's', 'wants?': ['answer', 'play', 'game'] };

/** A page of clubs. */
export type ClubList = {
  /** In the order of their keys. */
  clubs: ClubInList[];
  /** The cursor of the next page; null on the last one. */
  next: string | null;
};
export const ClubList: Shape = { clubs: { '[]': ClubInList }, 'next?': 's' };

/** A member or an applicant. */
export type ClubPerson = {
  /** The name of the account. */
  name: string;
  /** `founder`, `officer` or `member`; null for an applicant. */
  role: 'founder' | 'officer' | 'member' | null;
  /** When the member joined or applied, in Unix milliseconds. */
  since_ms: number;
};
export const ClubPerson: Shape = { name: 's', 'role?': ['founder', 'officer', 'member'], since_ms: 'n' };

/** An open challenge of the ladder. */
export type OpenMatch = {
  /** The player who is present and waits. */
  at_board: string | null;
  /** The challenged member. */
  challenged: string;
  /** The challenging member. */
  challenger: string;
  /** The id of the running game. */
  game: string | null;
  /** Its number in the club. */
  number: number;
  /** `asked`: waiting for an answer; `agreed`: the game has not begun; `playing`: the game is running. */
  stage: 'asked' | 'agreed' | 'playing';
  /** The deadline of the answer or the game, in Unix milliseconds; null while playing. */
  until_ms: number | null;
};
export const OpenMatch: Shape = { 'at_board?': 's', challenged: 's', challenger: 's', 'game?': 's', number: 'n', stage: ['asked', 'agreed', 'playing'], 'until_ms?': 'n' };

/** The outcome of a challenge. */
export type MatchOutcome = (typeof MatchOutcome)[number];
export const MatchOutcome = ['won', 'drawn', 'lost', 'declined', 'not-answered', 'not-played'] as const;

/** A closed challenge of the ladder. */
export type OverMatch = {
  /** When it was closed, in Unix milliseconds. */
  at_ms: number;
  /** The challenged member. */
  challenged: string;
  /** The challenging member. */
  challenger: string;
  /** Its number in the club. */
  number: number;
  /** The outcome for the challenger. */
  outcome: MatchOutcome;
  /** The challenger's new place, from 1; null if it did not change. */
  place: number | null;
};
export const OverMatch: Shape = { at_ms: 'n', challenged: 's', challenger: 's', number: 'n', outcome: MatchOutcome, 'place?': 'n' };

/** A rung of the ladder. */
export type LadderPlace = {
  /** When that member last challenged, answered or played, in Unix milliseconds. */
  active_ms: number;
  /** The member on it. */
  name: string;
};
export const LadderPlace: Shape = { active_ms: 'n', name: 's' };

/** The ladder of a club. */
export type LadderView = {
  /** The open challenges, the oldest first. */
  open: OpenMatch[];
  /** Closed challenges, latest first; at most fifty. */
  over: OverMatch[];
  /** The rungs, highest first. */
  places: LadderPlace[];
};
export const LadderView: Shape = { open: { '[]': OpenMatch }, over: { '[]': OverMatch }, places: { '[]': LadderPlace } };

/** The rules of a club's ladder. */
export type LadderRules = {
  /** In how many days a challenge must be answered, 1 to 30. */
  answer_days: number;
  /** The time of each side. */
  clock: ClockSettings;
  /** After how many weeks of inactivity a member leaves the ladder, 2 to 52; 0 for never. */
  idle_weeks: number;
  /** In how many days after that the game must begin, 1 to 60. */
  play_days: number;
  /** Whether its games are rated. */
  rated: boolean;
  /** How many rungs above one may challenge, 1 to 20. */
  reach: number;
  /** The stable name of the variant. */
  variant: string;
};
export const LadderRules: Shape = { answer_days: 'n', clock: ClockSettings, idle_weeks: 'n', play_days: 'n', rated: 'b', reach: 'n', variant: 's' };

/** The kind of an entry. */
export type EntryKind = (typeof EntryKind)[number];
export const EntryKind = ['evening', 'match', 'tournament', 'other'] as const;

/** An entry of the timetable. */
export type TimetableEntry = {
  /** Its kind. */
  kind: EntryKind;
  /** How long it lasts, in minutes. */
  minutes: number;
  /** A note; may be empty. */
  note: string;
  /** Its place; may be empty. */
  place: string;
  /** When it first begins, in local time. */
  starts: string;
  /** Its title. */
  title: string;
  /** The last day of a weekly entry, as `2027-06-30`; null for no end. */
  until: string | null;
  /** Whether it repeats weekly. */
  weekly: boolean;
  /** Its time zone, by its name in the tz database. */
  zone: string;
};
export const TimetableEntry: Shape = { kind: EntryKind, minutes: 'n', note: 's', place: 's', starts: 's', title: 's', 'until?': 's', weekly: 'b', zone: 's' };

/** An entry of the timetable. */
export type TimetableEntryView = TimetableEntry & {
  /** Its number in the club. */
  number: number;
};
export const TimetableEntryView: Shape = { kind: EntryKind, minutes: 'n', note: 's', place: 's', starts: 's', title: 's', 'until?': 's', weekly: 'b', zone: 's', number: 'n' };

/** A club. */
export type ClubView = {
  /** Whether the visitor has applied. */
  asking: boolean;
  /** The code of the invitation link; for officers with a session, not for tokens. */
  code: string | null;
  founded_ms: number;
  /** The stable names of the variants played there. */
  games: string[];
  /** Its key, used in its address. */
  key: string;
  ladder: LadderView | null;
  /** Its language, by code. */
  language: string;
  /** The number of members. */
  members: number;
  name: string;
  /** The time of the server, in Unix milliseconds. */
  now_ms: number;
  /** The members in the order in which they joined; null for visitors who may not see them. */
  people: ClubPerson[] | null;
  /** Whether members, ladder and games are public. */
  public: boolean;
  /** The visitor's role: `founder`, `officer` or `member`; null for others. */
  role: 'founder' | 'officer' | 'member' | null;
  /** The rules of the ladder. */
  rules: LadderRules;
  /** Its description; may be empty. */
  text: string;
  /** The timetable, sorted by first start. */
  timetable: TimetableEntryView[];
  /** Its town; may be empty. */
  town: string;
  /** Applicants; for officers. */
  waiting: ClubPerson[];
};
export const ClubView: Shape = { asking: 'b', 'code?': 's', founded_ms: 'n', games: { '[]': 's' }, key: 's', 'ladder?': LadderView, language: 's', members: 'n', name: 's', now_ms: 'n', 'people?': { '[]': ClubPerson }, public: 'b', 'role?': ['founder', 'officer', 'member'], rules: LadderRules, text: 's', timetable: { '[]': TimetableEntryView }, town: 's', waiting: { '[]': ClubPerson } };

/** Change of a membership. */
export type Decision = (typeof Decision)[number];
export const Decision = ['admit', 'refuse', 'remove', 'officer', 'member', 'founder'] as const;

/** How the caller joins. */
export type JoinRequest = {
  /** The code of the club's link as typed; null to apply. */
  code?: string | null;
};
export const JoinRequest: Shape = { 'code*': 's' };

/** The member to challenge. */
export type LadderChallenge = {
  /** The name of the member. */
  against: string;
};
export const LadderChallenge: Shape = { against: 's' };

/** A game to add to the club. */
export type MarkedGame = {
  /** The id of the game. */
  game: string;
};
export const MarkedGame: Shape = { game: 's' };

/** A player's action on a challenge. */
export type MatchAction = (typeof MatchAction)[number];
export const MatchAction = ['accept', 'decline', 'call-off', 'ready', 'not-ready'] as const;

/** The request body. */
export type MatchAnswer = {
  say: MatchAction;
};
export const MatchAnswer: Shape = { say: MatchAction };

/** The change, and the member it concerns. */
export type MemberChange = {
  /** The change. */
  decision: Decision;
  /** The name of the member or applicant. */
  name: string;
};
export const MemberChange: Shape = { decision: Decision, name: 's' };

/** A club to found. */
export type NewClub = {
  /** Its permanent name: 3 to 40 characters. */
  name: string;
  /** Its profile. */
  profile: ClubDescription;
};
export const NewClub: Shape = { name: 's', profile: ClubDescription };

/** Whether the caller wants to be on the ladder. */
export type OnLadder = {
  /** True to join on the lowest rung, false to leave. */
  on: boolean;
};
export const OnLadder: Shape = { on: 'b' };

/** An entry as written by an officer. */
export type WrittenEntry = {
  /** Its kind. */
  kind: EntryKind;
  /** Its duration in minutes: five minutes to two weeks. */
  minutes: number;
  /** A note: at most 1000 characters in 30 lines; may be empty. */
  note: string;
  /** The place: one line of at most 80 characters; may be empty. */
  place: string;
  /** When it first begins, in local time. */
  starts: string;
  /** The title: one line of at most 80 characters. */
  title: string;
  /** The last day of a weekly entry; null for no end. */
  until?: string | null;
  /** Whether it repeats weekly. */
  weekly: boolean;
  /** Its time zone. */
  zone: string;
};
export const WrittenEntry: Shape = { kind: EntryKind, minutes: 'n', note: 's', place: 's', starts: 's', title: 's', 'until*': 's', weekly: 'b', zone: 's' };

/** The clubs of the account with what their ladders expect of it, and those to which it has applied. */
export const getAccountClubs: Operation<{}, undefined, ClubList> = ['GET /account/clubs', ClubList];

/** The public list of clubs. */
export const getClubs: Operation<{ named?: string | null; after?: string | null }, undefined, ClubList> = ['GET /clubs?named&after', ClubList];

/** Founds a club. */
export const postClubs: Operation<{}, NewClub, ClubView> = ['POST /clubs', ClubView];

/** A club: the public part, and what its members and officers see. */
export const getClubsClub: Operation<{ club: string }, undefined, ClubView> = ['GET /clubs/{club}', ClubView];

/** Dissolves the club with its members, ladder, timetable and list of games; the games stay with their players, and the name becomes free. For the founder. */
export const deleteClubsClub: Operation<{ club: string }, undefined, null> = ['DELETE /clubs/{club}'];

/** Renews the code of the club's link. */
export const postClubsClubCode: Operation<{ club: string }, undefined, ClubView> = ['POST /clubs/{club}/code', ClubView];

/** The games of a club. */
export const getClubsClubGames: Operation<{ club: string; after?: string | null }, undefined, ClubGames> = ['GET /clubs/{club}/games?after', ClubGames];

/** Adds a game to the club: one of the account against another member. */
export const postClubsClubGames: Operation<{ club: string }, MarkedGame, null> = ['POST /clubs/{club}/games'];

/** The finished games of a club as one PDN file, latest first: at most five hundred. */
export const getClubsClubGamesPdn: Operation<{ club: string }, undefined, string> = ['GET /clubs/{club}/games.pdn', 'text'];

/** A finished game of a club as PDN. */
export const getClubsClubGamesGame: Operation<{ club: string; game: string }, undefined, string> = ['GET /clubs/{club}/games/{game}', 'text'];

/** Removes an added game from the list. For its players and officers. */
export const deleteClubsClubGamesGame: Operation<{ club: string; game: string }, undefined, null> = ['DELETE /clubs/{club}/games/{game}'];

/** Joins the ladder on the lowest rung, or leaves it. */
export const putClubsClubLadder: Operation<{ club: string }, OnLadder, ClubView> = ['PUT /clubs/{club}/ladder', ClubView];

/** Challenges a member higher on the ladder. */
export const postClubsClubMatches: Operation<{ club: string }, LadderChallenge, ClubView> = ['POST /clubs/{club}/matches', ClubView];

/** Answers or withdraws a challenge, or reports presence. */
export const postClubsClubMatchesNumber: Operation<{ club: string; number: number }, MatchAnswer, ClubView> = ['POST /clubs/{club}/matches/{number}', ClubView];

/** Changes a membership: officers accept applicants and remove members; the founder appoints officers and transfers the club. */
export const postClubsClubMembers: Operation<{ club: string }, MemberChange, ClubView> = ['POST /clubs/{club}/members', ClubView];

/** Joins a club with the code of its link, or applies to its officers. */
export const postClubsClubMembership: Operation<{ club: string }, JoinRequest, ClubView> = ['POST /clubs/{club}/membership', ClubView];

/** Leaves a club, or withdraws an application. */
export const deleteClubsClubMembership: Operation<{ club: string }, undefined, ClubView> = ['DELETE /clubs/{club}/membership', ClubView];

/** The account's finished games of the last sixty days against other members that belong to no club and so can be added. */
export const getClubsClubOwnGames: Operation<{ club: string }, undefined, ClubGames> = ['GET /clubs/{club}/own-games', ClubGames];

/** Replaces the profile. */
export const putClubsClubProfile: Operation<{ club: string }, ClubDescription, ClubView> = ['PUT /clubs/{club}/profile', ClubView];

/** Replaces the rules of the ladder. */
export const putClubsClubRules: Operation<{ club: string }, LadderRules, ClubView> = ['PUT /clubs/{club}/rules', ClubView];

/** Adds an entry to the timetable. */
export const postClubsClubTimetable: Operation<{ club: string }, WrittenEntry, ClubView> = ['POST /clubs/{club}/timetable', ClubView];

/** Changes an entry of the timetable. */
export const putClubsClubTimetableNumber: Operation<{ club: string; number: number }, WrittenEntry, ClubView> = ['PUT /clubs/{club}/timetable/{number}', ClubView];

/** Removes an entry of the timetable. */
export const deleteClubsClubTimetableNumber: Operation<{ club: string; number: number }, undefined, ClubView> = ['DELETE /clubs/{club}/timetable/{number}', ClubView];
