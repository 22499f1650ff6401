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
  /** The device's label in the owner's list of sessions. */
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
  /** The stable name of the variant. */
  variant: string;
};
export const GameNow: Shape = { against: 's', turn: 'b', variant: 's' };

/** A new account. */
export type MadeAccount = {
  /** Its name. */
  name: string;
  /** The recovery codes, returned only once; each can be used once in place of the password. */
  recovery_codes: string[];
};
export const MadeAccount: Shape = { name: 's', recovery_codes: { '[]': 's' } };

/** A token of an account. */
export type TokenView = {
  /** When it was made, in Unix milliseconds. */
  created_ms: number;
  /** The id used to end it. It grants no access. */
  id: string;
  /** The label chosen by its owner. */
  label: string;
  /** Its permissions. */
  scopes: string[];
  /** When it was last used, to ten minutes. */
  seen_ms: number;
};
export const TokenView: Shape = { created_ms: 'n', id: 's', label: 's', scopes: { '[]': 's' }, seen_ms: 'n' };

/** A new token. */
export type MadeToken = TokenView & {
  /** The token itself, returned only once: sent as `Authorization: Bearer TOKEN`. */
  token: string;
};
export const MadeToken: Shape = { created_ms: 'n', id: 's', label: 's', scopes: { '[]': 's' }, seen_ms: 'n', token: 's' };

/** A passkey created by a browser. Binary parts are URL-safe Base64. */
export type NewPasskey = {
  /** `response.getAuthenticatorData()`. */
  authenticator_data: string;
  /** `response.clientDataJSON`. */
  client_data: string;
  /** The label chosen by its owner. */
  name?: string;
};
export const NewPasskey: Shape = { authenticator_data: 's', client_data: 's', 'name*': 's' };

/** What a browser needs to make a passkey, as `navigator.credentials.create` takes it. Binary parts are URL-safe Base64. */
export type NewPasskeyQuestion = {
  /** Accepted algorithms by COSE number, preferred first. */
  algorithms: number[];
  /** The challenge, usable once. */
  challenge: string;
  /** The passkeys that the account already has. */
  exclude: string[];
  /** The name of the server: the id of the relying party. */
  host: string;
  /** Its name. */
  name: string;
  /** The timeout of the response. */
  timeout_ms: number;
  /** The account's user handle. */
  user: string;
};
export const NewPasskeyQuestion: Shape = { algorithms: { '[]': 'i' }, challenge: 's', exclude: { '[]': 's' }, host: 's', name: 's', timeout_ms: 'n', user: 's' };

/** A change of the password. */
export type NewPassword = {
  /** Whether to revoke all tokens, which an intruder may have created. */
  end_tokens?: boolean;
  /** The new password. */
  new: string;
  /** The current password. */
  old: string;
};
export const NewPassword: Shape = { 'end_tokens*': 'b', new: 's', old: 's' };

/** A token to create. */
export type NewToken = {
  /** The label chosen by its owner. */
  label: string;
  /** The password of the account, required because a token outlives the session that creates it. */
  password: string;
  /** Its permissions: `play:read`, `play:write`, `bot`; one at least. */
  scopes: string[];
};
export const NewToken: Shape = { label: 's', password: 's', scopes: { '[]': 's' } };

/** A finished game as one of its players sees it. */
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
  /** Whether the game is rated. */
  rated: boolean;
  /** The result: `win`, `draw`, `loss`, or `none` for a game without one. */
  result: 'win' | 'draw' | 'loss' | 'none';
  /** The side of the account. */
  side: Side;
  /** When it began, in Unix milliseconds; null if unknown. */
  started_ms: number | null;
  /** The stable name of the variant. */
  variant: string;
};
export const OverGame: Shape = { against: 's', ended_ms: 'n', ending: Ending, game: 's', 'level?': 'n', rated: 'b', result: ['win', 'draw', 'loss', 'none'], side: Side, 'started_ms?': 'n', variant: 's' };

/** A page of an account's finished games. */
export type OverGames = {
  /** Latest first. */
  games: OverGame[];
  /** How many games of this page are left out because this server cannot read their data. */
  missing: number;
  /** The cursor of the next page; null on the last one. */
  next: string | null;
};
export const OverGames: Shape = { games: { '[]': OverGame }, missing: 'n', 'next?': 's' };

/** An account, as its owner sees it. */
export type OwnAccount = {
  /** When it was made, in Unix milliseconds. */
  created_ms: number;
  /** Its name. */
  name: string;
  /** Whether it moderates this server. */
  operator: boolean;
  /** How many recovery codes are left; null for a token. */
  recovery_codes: number | null;
  /** The scopes of the request's token; null for a session, which may do everything. */
  scopes: string[] | null;
};
export const OwnAccount: Shape = { created_ms: 'n', name: 's', operator: 'b', 'recovery_codes?': 'n', 'scopes?': { '[]': 's' } };

/** A game of an account. */
export type OwnGame = SeatAt & {
  now: GameNow | null;
};
export const OwnGame: Shape = { game: 's', role: ['white', 'black', 'arbiter', 'watcher'], 'now?': GameNow };

/** A page of the games of an account. */
export type OwnGames = {
  /** Each with the side of the account. */
  games: OwnGame[];
  /** The cursor of the next page; null on the last one. */
  next: string | null;
};
export const OwnGames: Shape = { games: { '[]': OwnGame }, 'next?': 's' };

/** A seat to attach to the account. */
export type OwnSeat = {
  /** The secret of the seat, of a player. */
  seat: string;
};
export const OwnSeat: Shape = { seat: 's' };

/** A passkey's response. Binary parts are URL-safe Base64. */
export type PasskeyAnswer = {
  /** `response.authenticatorData`. */
  authenticator_data: string;
  /** `response.clientDataJSON`. */
  client_data: string;
  /** The device's label in the owner's list of sessions. */
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
  /** The host name for which it is valid. */
  host: string;
  /** Its id, URL-safe Base64. It grants no access. */
  id: string;
  /** The label chosen by its owner; may be empty. */
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
  /** The account's user handle for passkeys; URL-safe Base64. The page uses it to tell password managers which passkeys still exist. */
  user: string;
};
export const PasskeyList: Shape = { passkeys: { '[]': PasskeyView }, user: 's' };

/** What a browser needs to use a passkey, as `navigator.credentials.get` takes it. */
export type PasskeyQuestion = {
  /** The challenge, usable once; URL-safe Base64. */
  challenge: string;
  /** The name of the server: the id of the relying party. */
  host: string;
  /** The timeout of the response. */
  timeout_ms: number;
};
export const PasskeyQuestion: Shape = { challenge: 's', host: 's', timeout_ms: 'n' };

/** The password, required again for irreversible changes. */
export type PasswordAgain = {
  /** The password of the account. */
  password: string;
};
export const PasswordAgain: Shape = { password: 's' };

/** A part without its content. */
export type ProgressListed = {
  part: string;
  /** Changes with each write, never reused. */
  version: number;
};
export const ProgressListed: Shape = { part: 's', version: 'n' };

/** The stored parts. */
export type ProgressList = {
  parts: ProgressListed[];
};
export const ProgressList: Shape = { parts: { '[]': ProgressListed } };

/** A part to store. */
export type ProgressSent = {
  /** The version it is based on; 0 for a new part. */
  base: number;
  /** Any JSON value. */
  kept: unknown;
};
export const ProgressSent: Shape = { base: 'n', kept: 'any' };

/** The current version of a part. */
export type ProgressVersion = {
  version: number;
};
export const ProgressVersion: Shape = { version: 'n' };

/** A part. */
export type ProgressView = {
  /** The content as written by the page. */
  kept: unknown;
  /** Changes with each write, never reused. */
  version: number;
};
export const ProgressView: Shape = { kept: 'any', version: 'n' };

/** A recovered account. */
export type RecoveredAccount = OwnAccount & {
  /** Its new recovery codes, returned only now; older ones are invalid. */
  new_recovery_codes: string[];
};
export const RecoveredAccount: Shape = { created_ms: 'n', name: 's', operator: 'b', 'recovery_codes?': 'n', 'scopes?': { '[]': 's' }, new_recovery_codes: { '[]': 's' } };

/** A sign-in with a recovery code. */
export type Recovery = {
  /** One of its recovery codes, usable once. */
  code: string;
  /** The device's label in the owner's list of sessions. */
  device?: string;
  /** The name of the account. */
  name: string;
  /** The new password. */
  password: string;
};
export const Recovery: Shape = { code: 's', 'device*': 's', name: 's', password: 's' };

/** New recovery codes, returned only once. */
export type RecoveryCodes = {
  /** Each can be used once in place of the password. Older codes are invalid. */
  recovery_codes: string[];
};
export const RecoveryCodes: Shape = { recovery_codes: { '[]': 's' } };

/** A session of an account. */
export type SessionView = {
  /** When it began, in Unix milliseconds. */
  created_ms: number;
  /** Whether this request uses it. */
  current: boolean;
  /** The label chosen by its owner; may be empty. */
  device: string;
  /** The id used to end it. It grants no access. */
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

/** Creates an account and signs in. */
export const postAccount: Operation<{}, Credentials, MadeAccount> = ['POST /account', MadeAccount];

/** Deletes the account: its name in games becomes `deleted player n`, and all its credentials are removed. */
export const deleteAccount: Operation<{}, PasswordAgain, null> = ['DELETE /account'];

/** All stored data of the account as JSON: name, friends, clubs with its ladder rung and challenges, broadcasts, open challenges, devices with push notifications, sessions, passkeys and tokens without secrets, ratings, learning progress, and every game with its acts, rating change and conditional moves. */
export const getAccountExportJson: Operation<{}, undefined, string> = ['GET /account/export.json', 's'];

/** The games of the account as one PDN file. */
export const getAccountExportPdn: Operation<{}, undefined, string> = ['GET /account/export.pdn', 'text'];

/** The live games of the account. */
export const getAccountGames: Operation<{ after?: string | null; open?: boolean | null }, undefined, OwnGames> = ['GET /account/games?after&open', OwnGames];

/** Attaches the game of a seat to the account. */
export const postAccountGames: Operation<{}, OwnSeat, SeatAt> = ['POST /account/games', SeatAt];

/** The account's finished games, latest first. */
export const getAccountGamesFinished: Operation<{ variant?: string | null; result?: string | null; against?: string | null; after?: string | null }, undefined, OverGames> = ['GET /account/games/finished?variant&result&against&after', OverGames];

/** Creates a seat for another device of the account: with the new secret it plays the account's side. */
export const postAccountGamesIdSeat: Operation<{ id: string }, NewSeat, SeatAt> = ['POST /account/games/{id}/seat', SeatAt];

/** The passkeys of the account. */
export const getAccountPasskeys: Operation<{}, undefined, PasskeyList> = ['GET /account/passkeys', PasskeyList];

/** Registers a passkey by its response to such a challenge. */
export const postAccountPasskeys: Operation<{}, NewPasskey, PasskeyView> = ['POST /account/passkeys', PasskeyView];

/** Starts the registration of a passkey: checks the password again and returns a challenge. */
export const postAccountPasskeysQuestion: Operation<{}, PasswordAgain, NewPasskeyQuestion> = ['POST /account/passkeys/question', NewPasskeyQuestion];

/** Removes a passkey. */
export const deleteAccountPasskeysId: Operation<{ id: string }, PasswordAgain, null> = ['DELETE /account/passkeys/{id}'];

/** Changes the password. */
export const postAccountPassword: Operation<{}, NewPassword, null> = ['POST /account/password'];

/** The stored parts of the account with their versions. */
export const getAccountProgress: Operation<{}, undefined, ProgressList> = ['GET /account/progress', ProgressList];

/** Deletes every part; the devices keep their copies. */
export const deleteAccountProgress: Operation<{}, undefined, null> = ['DELETE /account/progress'];

/** One part. */
export const getAccountProgressPart: Operation<{ part: string }, undefined, ProgressView> = ['GET /account/progress/{part}', ProgressView];

/** Stores a part on top of the version it is based on. */
export const putAccountProgressPart: Operation<{ part: string }, ProgressSent, ProgressVersion> = ['PUT /account/progress/{part}', ProgressVersion];

/** Signs in with a recovery code and sets a new password. */
export const postAccountRecover: Operation<{}, Recovery, RecoveredAccount> = ['POST /account/recover', RecoveredAccount];

/** Creates new recovery codes. */
export const postAccountRecoveryCodes: Operation<{}, PasswordAgain, RecoveryCodes> = ['POST /account/recovery-codes', RecoveryCodes];

/** The sessions of the account. */
export const getAccountSessions: Operation<{}, undefined, SessionList> = ['GET /account/sessions', SessionList];

/** Ends all sessions but this one. */
export const deleteAccountSessions: Operation<{}, undefined, null> = ['DELETE /account/sessions'];

/** Ends a session. */
export const deleteAccountSessionsId: Operation<{ id: string }, undefined, null> = ['DELETE /account/sessions/{id}'];

/** The tokens of the account. */
export const getAccountTokens: Operation<{}, undefined, TokenList> = ['GET /account/tokens', TokenList];

/** Creates a token for a program; requires the password again. */
export const postAccountTokens: Operation<{}, NewToken, MadeToken> = ['POST /account/tokens', MadeToken];

/** Ends a token. */
export const deleteAccountTokensId: Operation<{ id: string }, undefined, null> = ['DELETE /account/tokens/{id}'];

/** Signs in. */
export const postSession: Operation<{}, Credentials, OwnAccount> = ['POST /session', OwnAccount];

/** Signs out: ends the session on the server and removes the cookie. */
export const deleteSession: Operation<{}, undefined, null> = ['DELETE /session'];

/** Signs in with a passkey. */
export const postSessionPasskey: Operation<{}, PasskeyAnswer, OwnAccount> = ['POST /session/passkey', OwnAccount];

/** A challenge for a sign-in with a passkey. */
export const postSessionPasskeyQuestion: Operation<{}, undefined, PasskeyQuestion> = ['POST /session/passkey/question', PasskeyQuestion];
