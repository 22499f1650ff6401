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
  /** The stable names of 1 to 12 games of the family. */
  games: string[];
  /** The language that is spoken there, by its code of two or three letters. */
  language: string;
  /** Whether members, ladder and games are public; otherwise only members see them. */
  public: boolean;
  /** What it is: 1000 characters in 30 lines at most; may be empty. */
  text: string;
  /** Where it is: one line of 80 characters at most; may be empty. */
  town: string;
};
export const ClubDescription: Shape = { games: { '[]': 's' }, language: 's', public: 'b', text: 's', town: 's' };

/** A game of a club. */
export type ClubGameView = {
  /** Since when it is the club's, in Unix milliseconds. */
  at_ms: number;
  black: string;
  /** The id of the game. */
  game: string;
  /** Whether it was played for the ladder. */
  ladder: boolean;
  /** Whether it is over. */
  over: boolean;
  /** Whether it counts for the ratings. */
  rated: boolean;
  /** Why it is over, as a stable code. */
  reason: string | null;
  /** The stable name of the game of the family. */
  variant: string;
  white: string;
  winner: Side | null;
};
export const ClubGameView: Shape = { at_ms: 'n', black: 's', game: 's', ladder: 'b', over: 'b', rated: 'b', 'reason?': 's', variant: 's', white: 's', 'winner?': Side };

/** A page of games of a club. */
export type ClubGames = {
  /** The latest first. */
  games: ClubGameView[];
  /** From where the next page goes on; null on the last one. */
  next: string | null;
};
export const ClubGames: Shape = { games: { '[]': ClubGameView }, 'next?': 's' };

/** A club in a list. */
export type ClubInList = {
  /** The stable names of the games that are played there. */
  games: string[];
  /** What stands in its address. */
  key: string;
  /** The language that is spoken there, by its code. */
  language: string;
  /** How many members it has. */
  members: number;
  name: string;
  /** The caller's role in the own clubs: `founder`, `officer`, `member`; null for an applicant, and in other lists. */
  role: 'founder' | 'officer' | 'member' | null;
  /** Where it is; may be empty. */
  town: string;
  /** What the ladder expects of the caller in the own clubs: `answer` to a challenge, `play` an accepted one, go to the `game`; null for nothing, and in other lists. */
  wants: 'answer' | 'play' | 'game' | null;
};
export const ClubInList: Shape = { games: { '[]': 's' }, key: 's', language: 's', members: 'n', name: 's', 'role?': ['founder', 'officer', 'member'], town: 's', 'wants?': ['answer', 'play', 'game'] };

/** A page of clubs. */
export type ClubList = {
  /** In the order of their keys. */
  clubs: ClubInList[];
  /** From where the next page goes on; null on the last one. */
  next: string | null;
};
export const ClubList: Shape = { clubs: { '[]': ClubInList }, 'next?': 's' };

/** A member or an applicant. */
export type ClubPerson = {
  /** The name of the account. */
  name: string;
  /** `founder`, `officer` or `member`; null for who asks to be let in. */
  role: 'founder' | 'officer' | 'member' | null;
  /** Since when, in Unix milliseconds. */
  since_ms: number;
};
export const ClubPerson: Shape = { name: 's', 'role?': ['founder', 'officer', 'member'], since_ms: 'n' };

/** A challenge of the ladder that is open. */
export type OpenMatch = {
  /** Who waits at the board for the other. */
  at_board: string | null;
  /** Whose place it is. */
  challenged: string;
  /** Who wants to go up. */
  challenger: string;
  /** The id of the game that is played. */
  game: string | null;
  /** Its number in the club. */
  number: number;
  /** `asked`: it waits for an answer; `agreed`: the game is to begin; `playing`: it goes on. */
  stage: 'asked' | 'agreed' | 'playing';
  /** Until when it is answered, or begun, in Unix milliseconds; null while it is played. */
  until_ms: number | null;
};
export const OpenMatch: Shape = { 'at_board?': 's', challenged: 's', challenger: 's', 'game?': 's', number: 'n', stage: ['asked', 'agreed', 'playing'], 'until_ms?': 'n' };

/** What came of a challenge. */
export type MatchOutcome = (typeof MatchOutcome)[number];
export const MatchOutcome = ['won', 'drawn', 'lost', 'declined', 'not-answered', 'not-played'] as const;

/** A challenge of the ladder that is over. */
export type OverMatch = {
  /** When it was over, in Unix milliseconds. */
  at_ms: number;
  /** Whose place it was. */
  challenged: string;
  /** Who wanted to go up. */
  challenger: string;
  /** Its number in the club. */
  number: number;
  /** What came of it, for the challenger. */
  outcome: MatchOutcome;
  /** The challenger's new place, from 1; null if it did not change. */
  place: number | null;
};
export const OverMatch: Shape = { at_ms: 'n', challenged: 's', challenger: 's', number: 'n', outcome: MatchOutcome, 'place?': 'n' };

/** A place of the ladder. */
export type LadderPlace = {
  /** When that member last challenged, answered or played, in Unix milliseconds. */
  active_ms: number;
  /** Whose it is. */
  name: string;
};
export const LadderPlace: Shape = { active_ms: 'n', name: 's' };

/** The ladder of a club. */
export type LadderView = {
  /** The open challenges, the oldest first. */
  open: OpenMatch[];
  /** Those that are over, the latest first; the last fifty. */
  over: OverMatch[];
  /** The places, the highest first. */
  places: LadderPlace[];
};
export const LadderView: Shape = { open: { '[]': OpenMatch }, over: { '[]': OverMatch }, places: { '[]': LadderPlace } };

/** How the ladder of a club is played. */
export type LadderRules = {
  /** Within how many days a challenge is to be answered, 1 to 30. */
  answer_days: number;
  /** The time of each side. */
  clock: ClockSettings;
  /** After how many weeks without any challenge or game somebody goes off the ladder, 2 to 52; 0 for never. */
  idle_weeks: number;
  /** Within how many days after that the game is to be begun, 1 to 60. */
  play_days: number;
  /** Whether its games count for the ratings, too. */
  rated: boolean;
  /** How many places above one may challenge, 1 to 20. */
  reach: number;
  /** The stable name of the game. */
  variant: string;
};
export const LadderRules: Shape = { answer_days: 'n', clock: ClockSettings, idle_weeks: 'n', play_days: 'n', rated: 'b', reach: 'n', variant: 's' };

/** What an entry is. */
export type EntryKind = (typeof EntryKind)[number];
export const EntryKind = ['evening', 'match', 'tournament', 'other'] as const;

/** An entry of the timetable. */
export type TimetableEntryView = {
  kind: EntryKind;
  /** How long it lasts, in minutes. */
  minutes: number;
  /** What else is to be known; may be empty. */
  note: string;
  /** Its number in the club. */
  number: number;
  /** Where it is; may be empty. */
  place: string;
  /** When it begins, the first time, by the clocks of its place. */
  starts: string;
  title: string;
  /** The last day of a weekly one; null for ever. */
  until: string | null;
  /** Whether it is repeated each week. */
  weekly: boolean;
  /** The time zone of its place. */
  zone: string;
};
export const TimetableEntryView: Shape = { kind: EntryKind, minutes: 'n', note: 's', number: 'n', place: 's', starts: 's', title: 's', 'until?': 's', weekly: 'b', zone: 's' };

/** A club. */
export type ClubView = {
  /** Whether the visitor has applied. */
  asking: boolean;
  /** The code of the invitation link; for officers with a session, not for tokens. */
  code: string | null;
  founded_ms: number;
  /** The stable names of the games that are played there. */
  games: string[];
  /** What stands in its address. */
  key: string;
  ladder: LadderView | null;
  /** The language that is spoken there, by its code. */
  language: string;
  /** How many members it has. */
  members: number;
  name: string;
  /** The time of the server, in Unix milliseconds. */
  now_ms: number;
  /** The members in the order in which they came; null for who may not see them. */
  people: ClubPerson[] | null;
  /** Whether members, ladder and games are public. */
  public: boolean;
  /** The visitor's role: `founder`, `officer` or `member`; null for others. */
  role: 'founder' | 'officer' | 'member' | null;
  /** How the ladder is played. */
  rules: LadderRules;
  /** What it is, in the words of its founder; may be empty. */
  text: string;
  /** The timetable, in the order of the first times. */
  timetable: TimetableEntryView[];
  /** Where it is; may be empty. */
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
  /** The code of the club's link, as it was typed; null to ask the officers. */
  code?: string | null;
};
export const JoinRequest: Shape = { 'code*': 's' };

/** The member to challenge. */
export type LadderChallenge = {
  /** The name of the member. */
  against: string;
};
export const LadderChallenge: Shape = { against: 's' };

/** A game that is to be the club's. */
export type MarkedGame = {
  /** The id of the game. */
  game: string;
};
export const MarkedGame: Shape = { game: 's' };

/** Answer to a challenge, from either player. */
export type MatchWord = (typeof MatchWord)[number];
export const MatchWord = ['accept', 'decline', 'call-off', 'at-board', 'away'] as const;

/** The answer. */
export type MatchAnswer = {
  say: MatchWord;
};
export const MatchAnswer: Shape = { say: MatchWord };

/** The change, and the member it concerns. */
export type MemberChange = {
  /** What is decided. */
  decision: Decision;
  /** The name of the member, or of the caller. */
  name: string;
};
export const MemberChange: Shape = { decision: Decision, name: 's' };

/** A club that is to be founded. */
export type NewClub = {
  /** Its name, for ever: 3 to 40 characters. */
  name: string;
  /** Its profile. */
  profile: ClubDescription;
};
export const NewClub: Shape = { name: 's', profile: ClubDescription };

/** Whether the caller is on the ladder. */
export type OnLadder = {
  /** True to go to the lowest place, false to go off the ladder. */
  on: boolean;
};
export const OnLadder: Shape = { on: 'b' };

/** An entry, as an officer writes it. */
export type WrittenEntry = {
  kind: EntryKind;
  /** How long it lasts, in minutes: five minutes to two weeks. */
  minutes: number;
  /** What else is to be known: 1000 characters in 30 lines at most; may be empty. */
  note: string;
  /** Where it is: one line of 80 characters at most; may be empty. */
  place: string;
  /** When it begins, the first time, by the clocks of its place. */
  starts: string;
  /** What it is called: one line of 80 characters at most. */
  title: string;
  /** The last day of a weekly one; null for ever. */
  until?: string | null;
  /** Whether it is repeated each week. */
  weekly: boolean;
  /** The time zone of its place. */
  zone: string;
};
export const WrittenEntry: Shape = { kind: EntryKind, minutes: 'n', note: 's', place: 's', starts: 's', title: 's', 'until*': 's', weekly: 'b', zone: 's' };

/** The clubs of the account and what their ladders want of it, and those in which it asks to be let in. */
export const getAccountClubs: Operation<{}, undefined, ClubList> = ['GET /account/clubs', ClubList];

/** The public list of clubs. */
export const getClubs: Operation<{ named?: string | null; after?: string | null }, undefined, ClubList> = ['GET /clubs?named&after', ClubList];

/** Founds a club. */
export const postClubs: Operation<{}, NewClub, ClubView> = ['POST /clubs', ClubView];

/** A club: the public part, and what its members and officers see. */
export const getClubsClub: Operation<{ club: string }, undefined, ClubView> = ['GET /clubs/{club}', ClubView];

/** The founder dissolves the club: members, ladder, timetable and the list of its games are gone; the games stay with those who played them, and the name is free. */
export const deleteClubsClub: Operation<{ club: string }, undefined, null> = ['DELETE /clubs/{club}'];

/** An officer gives the link of the club another code. */
export const postClubsClubCode: Operation<{ club: string }, undefined, ClubView> = ['POST /clubs/{club}/code', ClubView];

/** The games of a club. */
export const getClubsClubGames: Operation<{ club: string; after?: string | null }, undefined, ClubGames> = ['GET /clubs/{club}/games?after', ClubGames];

/** Marks a game for the club: one of the account against another member. */
export const postClubsClubGames: Operation<{ club: string }, MarkedGame, null> = ['POST /clubs/{club}/games'];

/** The games of a club that are over as one PDN file, the latest first: the last five hundred. */
export const getClubsClubGamesPdn: Operation<{ club: string }, undefined, string> = ['GET /clubs/{club}/games.pdn', 'text'];

/** A game of a club as PDN, once it is over. */
export const getClubsClubGamesGame: Operation<{ club: string; game: string }, undefined, string> = ['GET /clubs/{club}/games/{game}', 'text'];

/** Takes a game that was marked out of the list: one of its players does that, or an officer. */
export const deleteClubsClubGamesGame: Operation<{ club: string; game: string }, undefined, null> = ['DELETE /clubs/{club}/games/{game}'];

/** Goes to the lowest place of the ladder, or off the ladder. */
export const putClubsClubLadder: Operation<{ club: string }, OnLadder, ClubView> = ['PUT /clubs/{club}/ladder', ClubView];

/** Challenges a member higher on the ladder. */
export const postClubsClubMatches: Operation<{ club: string }, LadderChallenge, ClubView> = ['POST /clubs/{club}/matches', ClubView];

/** Answers or cancels a challenge, or reports presence at the board. */
export const postClubsClubMatchesNumber: Operation<{ club: string; number: number }, MatchAnswer, ClubView> = ['POST /clubs/{club}/matches/{number}', ClubView];

/** Officers admit applicants and remove members; the founder appoints officers and hands the club over. */
export const postClubsClubMembers: Operation<{ club: string }, MemberChange, ClubView> = ['POST /clubs/{club}/members', ClubView];

/** Joins a club with the code of its link, or asks its officers to be let in. */
export const postClubsClubMembership: Operation<{ club: string }, JoinRequest, ClubView> = ['POST /clubs/{club}/membership', ClubView];

/** Leaves a club, or asks no longer to be let in. */
export const deleteClubsClubMembership: Operation<{ club: string }, undefined, ClubView> = ['DELETE /clubs/{club}/membership', ClubView];

/** Games of the account against other members of the last sixty days that it can mark for the club: those that are over and no club's. */
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
