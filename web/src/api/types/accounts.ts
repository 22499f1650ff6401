/**
 * The API of accounts. Generated from docs/openapi.json by `npm run api`; never edit this file.
 *
 * Each schema is a type, and a value of the same name that `read` in `../shape.ts` checks fetched values with. Each operation is a
 * value that `ask` in `../ask.ts` sends.
 */
import type { Operation, Shape } from '../shape';
import { Side, Ending, NewSeat, SeatAt } from './shared';

/** A name and a password. */
export type Credentials = {
  /** By what the owner knows this device in the list of sessions. */
  device?: string;
  /** The name of the account: 2 to 20 letters of one script, digits, `-` and `_`. */
  name: string;
  /** 8 to 128 characters of any kind. */
  password: string;
};
export const Credentials: Shape = { 'device*': 's', name: 's', password: 's' };

/** State of a game for another device. */
export type GameNow = {
  /** The name of the other player; may be empty. */
  against: string;
  /** Whether it is the turn of the account. */
  turn: boolean;
  /** The stable name of the game of the family. */
  variant: string;
};
export const GameNow: Shape = { against: 's', turn: 'b', variant: 's' };

/** A new account. */
export type MadeAccount = {
  /** Its name. */
  name: string;
  /** The recovery codes. They are returned only now; each can be used once in place of the password. */
  recovery_codes: string[];
};
export const MadeAccount: Shape = { name: 's', recovery_codes: { '[]': 's' } };

/** A token of an account. */
export type TokenView = {
  /** When it was made, in Unix milliseconds. */
  created_ms: number;
  /** The id by which it is ended. It grants no access. */
  id: string;
  /** What its owner calls it. */
  label: string;
  /** What it may do. */
  scopes: string[];
  /** When it was last used, to ten minutes. */
  seen_ms: number;
};
export const TokenView: Shape = { created_ms: 'n', id: 's', label: 's', scopes: { '[]': 's' }, seen_ms: 'n' };

/** A new token. */
export type MadeToken = TokenView & {
  /** The token itself, returned only now: sent as `Authorization: Bearer TOKEN`. */
  token: string;
};
export const MadeToken: Shape = { created_ms: 'n', id: 's', label: 's', scopes: { '[]': 's' }, seen_ms: 'n', token: 's' };

/** A passkey that a browser has made. Binary parts are URL-safe Base64. */
export type NewPasskey = {
  /** `response.getAuthenticatorData()`. */
  authenticator_data: string;
  /** `response.clientDataJSON`. */
  client_data: string;
  /** By what its owner knows it. */
  name?: string;
};
export const NewPasskey: Shape = { authenticator_data: 's', client_data: 's', 'name*': 's' };

/** What a browser needs to make a passkey, as `navigator.credentials.create` takes it. Binary parts are URL-safe Base64. */
export type NewPasskeyQuestion = {
  /** The kinds of keys that are taken, the preferred first, by their COSE numbers. */
  algorithms: number[];
  /** What is answered, once. */
  challenge: string;
  /** The passkeys that the account has already. */
  exclude: string[];
  /** The name of the server: the id of the relying party. */
  host: string;
  /** Its name. */
  name: string;
  /** How long the answer may take. */
  timeout_ms: number;
  /** The account, as passkeys know it. */
  user: string;
};
export const NewPasskeyQuestion: Shape = { algorithms: { '[]': 'i' }, challenge: 's', exclude: { '[]': 's' }, host: 's', name: 's', timeout_ms: 'n', user: 's' };

/** A password in place of another. */
export type NewPassword = {
  /** Whether all tokens end, too. They may have been made by a person who knew the old password. */
  end_tokens?: boolean;
  /** The one that is to hold. */
  new: string;
  /** The password that holds. */
  old: string;
};
export const NewPassword: Shape = { 'end_tokens*': 'b', new: 's', old: 's' };

/** A token that is to be made. */
export type NewToken = {
  /** What its owner calls it. */
  label: string;
  /** The password of the account: a token outlives the session in which it is made. */
  password: string;
  /** What it may do: `play:read`, `play:write`, `bot`; one at least. */
  scopes: string[];
};
export const NewToken: Shape = { label: 's', password: 's', scopes: { '[]': 's' } };

/** A game that is over, as one of its players sees it. */
export type OverGame = {
  /** The name of the other player; may be empty. */
  against: string;
  /** When it ended, in Unix milliseconds. */
  ended_ms: number;
  /** How it ended. */
  ending: Ending;
  /** The id of the game. */
  game: string;
  /** The level of the other player, if that is the server's engine. */
  level: number | null;
  /** Whether it was to count for the ratings. */
  rated: boolean;
  /** What came of it: `win`, `draw`, `loss`, or `none` where the game has no result. */
  result: 'win' | 'draw' | 'loss' | 'none';
  /** The side of the account. */
  side: Side;
  /** When it began, in Unix milliseconds; null where that is not known. */
  started_ms: number | null;
  /** The stable name of the game of the family. */
  variant: string;
};
export const OverGame: Shape = { against: 's', ended_ms: 'n', ending: Ending, game: 's', 'level?': 'n', rated: 'b', result: ['win', 'draw', 'loss', 'none'], side: Side, 'started_ms?': 'n', variant: 's' };

/** A page of the games of an account that are over. */
export type OverGames = {
  /** The one that ended last first. */
  games: OverGame[];
  /** How many games of this page are left out, because this server cannot read the stored data of them. */
  missing: number;
  /** From where the next page goes on; null on the last one. */
  next: string | null;
};
export const OverGames: Shape = { games: { '[]': OverGame }, missing: 'n', 'next?': 's' };

/** An account, as its owner sees it. */
export type OwnAccount = {
  /** When it was made, in Unix milliseconds. */
  created_ms: number;
  /** Its name. */
  name: string;
  /** How many recovery codes are left; null for a token. */
  recovery_codes: number | null;
  /** What the token of this request may do; null for a session, which may do everything. */
  scopes: string[] | null;
};
export const OwnAccount: Shape = { created_ms: 'n', name: 's', 'recovery_codes?': 'n', 'scopes?': { '[]': 's' } };

/** A game of an account. */
export type OwnGame = SeatAt & {
  now: GameNow | null;
};
export const OwnGame: Shape = { game: 's', role: ['white', 'black', 'arbiter', 'watcher'], 'now?': GameNow };

/** A page of the games of an account. */
export type OwnGames = {
  /** Each with the side of the account. */
  games: OwnGame[];
  /** From where the next page goes on; null on the last one. */
  next: string | null;
};
export const OwnGames: Shape = { games: { '[]': OwnGame }, 'next?': 's' };

/** A seat that is to belong to an account. */
export type OwnSeat = {
  /** The secret of the seat, of a player. */
  seat: string;
};
export const OwnSeat: Shape = { seat: 's' };

/** An answer of a passkey. Binary parts are URL-safe Base64. */
export type PasskeyAnswer = {
  /** `response.authenticatorData`. */
  authenticator_data: string;
  /** `response.clientDataJSON`. */
  client_data: string;
  /** By what the owner knows this device in the list of sessions. */
  device?: string;
  /** `rawId`. */
  id: string;
  /** `response.signature`. */
  signature: string;
  /** `response.userHandle`. */
  user: string;
};
export const PasskeyAnswer: Shape = { authenticator_data: 's', client_data: 's', 'device*': 's', id: 's', signature: 's', user: 's' };

/** A passkey of an account. */
export type PasskeyView = {
  /** When it was made, in Unix milliseconds. */
  created_ms: number;
  /** The name of the server that it is for: under another it is not offered. */
  host: string;
  /** Its id, URL-safe Base64. It grants no access. */
  id: string;
  /** By what its owner knows it; may be empty. */
  name: string;
  /** Time of the last sign-in with it; null if never used. */
  seen_ms: number | null;
  /** Whether a password manager may copy it to other devices. */
  synced: boolean;
};
export const PasskeyView: Shape = { created_ms: 'n', host: 's', id: 's', name: 's', 'seen_ms?': 'n', synced: 'b' };

/** The passkeys of an account, the oldest first. */
export type PasskeyList = {
  passkeys: PasskeyView[];
  /** The account's user handle for passkeys; URL-safe Base64. With it a page tells password managers which passkeys are left. */
  user: string;
};
export const PasskeyList: Shape = { passkeys: { '[]': PasskeyView }, user: 's' };

/** What a browser needs to use a passkey, as `navigator.credentials.get` takes it. */
export type PasskeyQuestion = {
  /** What is answered, once; URL-safe Base64. */
  challenge: string;
  /** The name of the server: the id of the relying party. */
  host: string;
  /** How long the answer may take. */
  timeout_ms: number;
};
export const PasskeyQuestion: Shape = { challenge: 's', host: 's', timeout_ms: 'n' };

/** A password again, for what cannot be undone. */
export type PasswordAgain = {
  /** The password of the account. */
  password: string;
};
export const PasswordAgain: Shape = { password: 's' };

/** A part without its content. */
export type ProgressListed = {
  part: string;
  /** Another one for each storing, and none twice. */
  version: number;
};
export const ProgressListed: Shape = { part: 's', version: 'n' };

/** The parts that are kept. */
export type ProgressList = {
  parts: ProgressListed[];
};
export const ProgressList: Shape = { parts: { '[]': ProgressListed } };

/** A part that is to be stored. */
export type ProgressSent = {
  /** The version that it builds on; 0 where the part is not there yet. */
  base: number;
  /** Any JSON value. */
  kept: unknown;
};
export const ProgressSent: Shape = { base: 'n', kept: 'any' };

/** The version that a part has now. */
export type ProgressVersion = {
  version: number;
};
export const ProgressVersion: Shape = { version: 'n' };

/** A part. */
export type ProgressView = {
  /** What the page has written. */
  kept: unknown;
  /** Another one for each storing, and none twice. */
  version: number;
};
export const ProgressView: Shape = { kept: 'any', version: 'n' };

/** An account to which its owner has come back by a code. */
export type RecoveredAccount = OwnAccount & {
  /** Its new recovery codes, returned only now; older ones are invalid. */
  new_recovery_codes: string[];
};
export const RecoveredAccount: Shape = { created_ms: 'n', name: 's', 'recovery_codes?': 'n', 'scopes?': { '[]': 's' }, new_recovery_codes: { '[]': 's' } };

/** A recovery code in place of a password. */
export type Recovery = {
  /** One of its recovery codes. It serves once. */
  code: string;
  /** By what the owner knows this device in the list of sessions. */
  device?: string;
  /** The name of the account. */
  name: string;
  /** The new password. */
  password: string;
};
export const Recovery: Shape = { code: 's', 'device*': 's', name: 's', password: 's' };

/** Recovery codes, returned only now. */
export type RecoveryCodes = {
  /** Each serves once in place of the password. Those before them serve no more. */
  recovery_codes: string[];
};
export const RecoveryCodes: Shape = { recovery_codes: { '[]': 's' } };

/** A session of an account. */
export type SessionView = {
  /** When it began, in Unix milliseconds. */
  created_ms: number;
  /** Whether this request comes with it. */
  current: boolean;
  /** By what its owner knows it; may be empty. */
  device: string;
  /** The id by which it is ended. It grants no access. */
  id: string;
  /** When it was last used, to ten minutes. */
  seen_ms: number;
};
export const SessionView: Shape = { created_ms: 'n', current: 'b', device: 's', id: 's', seen_ms: 'n' };

/** The sessions of an account, the oldest first. */
export type SessionList = {
  sessions: SessionView[];
};
export const SessionList: Shape = { sessions: { '[]': SessionView } };

/** The tokens of an account, the oldest first. */
export type TokenList = {
  tokens: TokenView[];
};
export const TokenList: Shape = { tokens: { '[]': TokenView } };

/** The account of this request. */
export const getAccount: Operation<{}, undefined, OwnAccount> = ['GET /account', OwnAccount];

/** Makes an account and signs in. */
export const postAccount: Operation<{}, Credentials, MadeAccount> = ['POST /account', MadeAccount];

/** Deletes the account: its name in games becomes `deleted player n`, and all that opens it is gone. */
export const deleteAccount: Operation<{}, PasswordAgain, null> = ['DELETE /account'];

/** All that is kept of the account, as JSON: name, friends, clubs with its place and challenges on their ladders, broadcasts, open challenges, devices that are called, sessions, passkeys and tokens without their secrets, ratings, what its owner has learnt and trained, and every game with its acts, what it did to the rating and the answers kept for it. */
export const getAccountExportJson: Operation<{}, undefined, string> = ['GET /account/export.json', 's'];

/** The games of the account as one PDN file. */
export const getAccountExportPdn: Operation<{}, undefined, string> = ['GET /account/export.pdn', 'text'];

/** The live games of the account. */
export const getAccountGames: Operation<{ after?: string | null; open?: boolean | null }, undefined, OwnGames> = ['GET /account/games?after&open', OwnGames];

/** Attaches the game of a seat to the account. */
export const postAccountGames: Operation<{}, OwnSeat, SeatAt> = ['POST /account/games', SeatAt];

/** The games of the account that are over, the one that ended last first. */
export const getAccountGamesFinished: Operation<{ variant?: string | null; result?: string | null; against?: string | null; after?: string | null }, undefined, OverGames> = ['GET /account/games/finished?variant&result&against&after', OverGames];

/** Makes a seat for another device of the account: with the new secret it plays the account's side. */
export const postAccountGamesIdSeat: Operation<{ id: string }, NewSeat, SeatAt> = ['POST /account/games/{id}/seat', SeatAt];

/** The passkeys of the account. */
export const getAccountPasskeys: Operation<{}, undefined, PasskeyList> = ['GET /account/passkeys', PasskeyList];

/** Adds a passkey that answers such a question. */
export const postAccountPasskeys: Operation<{}, NewPasskey, PasskeyView> = ['POST /account/passkeys', PasskeyView];

/** Begins a new passkey: asks for the password again, and gives the question that it answers. */
export const postAccountPasskeysQuestion: Operation<{}, PasswordAgain, NewPasskeyQuestion> = ['POST /account/passkeys/question', NewPasskeyQuestion];

/** Removes a passkey. */
export const deleteAccountPasskeysId: Operation<{ id: string }, PasswordAgain, null> = ['DELETE /account/passkeys/{id}'];

/** Changes the password. */
export const postAccountPassword: Operation<{}, NewPassword, null> = ['POST /account/password'];

/** The parts that are kept of the account, with their versions. */
export const getAccountProgress: Operation<{}, undefined, ProgressList> = ['GET /account/progress', ProgressList];

/** Forgets every part: what was learnt and trained is on the devices only. */
export const deleteAccountProgress: Operation<{}, undefined, null> = ['DELETE /account/progress'];

/** One part. */
export const getAccountProgressPart: Operation<{ part: string }, undefined, ProgressView> = ['GET /account/progress/{part}', ProgressView];

/** Stores a part on top of the version that its sender knows. */
export const putAccountProgressPart: Operation<{ part: string }, ProgressSent, ProgressVersion> = ['PUT /account/progress/{part}', ProgressVersion];

/** Signs in with a recovery code and sets a new password. */
export const postAccountRecover: Operation<{}, Recovery, RecoveredAccount> = ['POST /account/recover', RecoveredAccount];

/** Makes new recovery codes. */
export const postAccountRecoveryCodes: Operation<{}, PasswordAgain, RecoveryCodes> = ['POST /account/recovery-codes', RecoveryCodes];

/** The sessions of the account. */
export const getAccountSessions: Operation<{}, undefined, SessionList> = ['GET /account/sessions', SessionList];

/** Ends all sessions but this one. */
export const deleteAccountSessions: Operation<{}, undefined, null> = ['DELETE /account/sessions'];

/** Ends a session. */
export const deleteAccountSessionsId: Operation<{ id: string }, undefined, null> = ['DELETE /account/sessions/{id}'];

/** The tokens of the account. */
export const getAccountTokens: Operation<{}, undefined, TokenList> = ['GET /account/tokens', TokenList];

/** Makes a token for a program, with the password again. */
export const postAccountTokens: Operation<{}, NewToken, MadeToken> = ['POST /account/tokens', MadeToken];

/** Ends a token. */
export const deleteAccountTokensId: Operation<{ id: string }, undefined, null> = ['DELETE /account/tokens/{id}'];

/** Signs in. */
export const postSession: Operation<{}, Credentials, OwnAccount> = ['POST /session', OwnAccount];

/** Signs out: the session ends, here and at the server. */
export const deleteSession: Operation<{}, undefined, null> = ['DELETE /session'];

/** Signs in with a passkey. */
export const postSessionPasskey: Operation<{}, PasskeyAnswer, OwnAccount> = ['POST /session/passkey', OwnAccount];

/** A challenge for a sign-in with a passkey. */
export const postSessionPasskeyQuestion: Operation<{}, undefined, PasskeyQuestion> = ['POST /session/passkey/question', PasskeyQuestion];
