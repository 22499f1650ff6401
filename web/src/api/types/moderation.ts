/**
 * The API of moderation. Generated from docs/openapi.json by `npm run api`; never edit this file.
 *
 * Each schema is a type, and a value of the same name that `read` in `../shape.ts` checks fetched values with. Each operation is a
 * value that `ask` in `../ask.ts` sends.
 */
import type { Operation, Shape } from '../shape';

/** An account whose ban is lifted. */
export type LiftedBan = {
  /** The name of the account. */
  name: string;
};
export const LiftedBan: Shape = { name: 's' };

/** An entry of the log. */
export type LogEntry = {
  /** The account concerned; null without one. */
  account: string | null;
  /** When, in Unix milliseconds. */
  at_ms: number;
  /** More about it; may be empty. */
  detail: string;
  /** Its number; later entries have higher numbers. */
  number: number;
  /** The action, as the name of the subcommand of `damier admin`. */
  what: string;
  /** The user of the machine who did it, or `operator NAME`. */
  who: string;
};
export const LogEntry: Shape = { 'account?': 's', at_ms: 'n', detail: 's', number: 'n', what: 's', who: 's' };

/** Entries of the log. */
export type Log = {
  /** The latest first; 50 on a page that another one follows. */
  entries: LogEntry[];
};
export const Log: Shape = { entries: { '[]': LogEntry } };

/** A ban of an account. */
export type NewBan = {
  /** The name of the account. */
  name: string;
  /** The reason, which the owner is shown: one line of at most 200 characters; may be empty. */
  reason?: string;
  /** When it ends, in Unix milliseconds; null for a ban until it is lifted. */
  until_ms?: number | null;
};
export const NewBan: Shape = { name: 's', 'reason*': 's', 'until_ms*': 'n' };

/** A kind of text that users write and other users read. With an id it names one text. */
export type PublicTextKind = (typeof PublicTextKind)[number];
export const PublicTextKind = ['account', 'broadcast', 'challenge', 'club', 'game', 'simul'] as const;

/** Why a text is reported. */
export type ReportReason = (typeof ReportReason)[number];
export const ReportReason = ['offensive', 'spam', 'private', 'cheating', 'other'] as const;

/** A report about a public text. */
export type NewReport = {
  /** The id of the text: the name of an account, the key of a club, the address of a shared game. */
  id: string;
  kind: PublicTextKind;
  reason: ReportReason;
  /** More about it: one line of at most 300 characters; may be empty. */
  words?: string;
};
export const NewReport: Shape = { id: 's', kind: PublicTextKind, reason: ReportReason, 'words*': 's' };

/** A report. */
export type ReportView = {
  /** When it was made, in Unix milliseconds. */
  at_ms: number;
  /** The reason. */
  reason: ReportReason;
  /** What the reporter adds; may be empty. */
  words: string;
};
export const ReportView: Shape = { at_ms: 'n', reason: ReportReason, words: 's' };

/** A text with its reports. */
export type ReportedText = {
  /** The text when it was last reported, shortened: it may have changed since. */
  copy: string;
  /** Its id. */
  id: string;
  /** The kind of text. */
  kind: PublicTextKind;
  /** The number of all reports, of which the first 20 are listed. */
  number: number;
  /** The first reports. */
  reports: ReportView[];
};
export const ReportedText: Shape = { copy: 's', id: 's', kind: PublicTextKind, number: 'n', reports: { '[]': ReportView } };

/** A text that strangers read. */
export type TextView = {
  /** The account that answers for it, if any. */
  account: string | null;
  /** Its id among those of its kind. */
  id: string;
  /** Its kind. */
  kind: PublicTextKind;
  /** Its lines, the title or name first; none is empty. */
  lines: string[];
};
export const TextView: Shape = { 'account?': 's', id: 's', kind: PublicTextKind, lines: { '[]': 's' } };

/** A text with the reports about it. */
export type ReportedView = ReportedText & {
  /** When it was last reported, in Unix milliseconds. */
  last_ms: number;
  now: TextView | null;
};
export const ReportedView: Shape = { copy: 's', id: 's', kind: PublicTextKind, number: 'n', reports: { '[]': ReportView }, last_ms: 'n', 'now?': TextView };

/** Reported texts. */
export type ReportedTexts = {
  /** Whether there are more; they follow when these are dealt with. */
  more: boolean;
  /** The last reported first. */
  texts: ReportedView[];
};
export const ReportedTexts: Shape = { more: 'b', texts: { '[]': ReportedView } };

/** A text to remove. */
export type TextRemoval = {
  /** The id of the text. */
  id: string;
  kind: PublicTextKind;
  /** The reason, for the log: one line of at most 200 characters; may be empty. */
  reason?: string;
  /** Whether only town, description and timetable of a club are removed. */
  words_only?: boolean;
};
export const TextRemoval: Shape = { id: 's', kind: PublicTextKind, 'reason*': 's', 'words_only*': 'b' };

/** Public texts of a kind. */
export type Texts = {
  /** The cursor of the next page; null on the last one. */
  next: string | null;
  texts: TextView[];
};
export const Texts: Shape = { 'next?': 's', texts: { '[]': TextView } };

/** Bans an account: its sessions end, its challenges are withdrawn, and it cannot sign in. */
export const postModerationBans: Operation<{}, NewBan, null> = ['POST /moderation/bans'];

/** Lifts the ban of an account. */
export const deleteModerationBans: Operation<{}, LiftedBan, null> = ['DELETE /moderation/bans'];

/** The log of what administrators and operators did, for operators. */
export const getModerationLog: Operation<{ before?: number | null }, undefined, Log> = ['GET /moderation/log?before', Log];

/** Removes a public text: a club is dissolved, a simul and a broadcast end, a challenge is withdrawn, a game is shared no longer. */
export const postModerationRemovals: Operation<{}, TextRemoval, null> = ['POST /moderation/removals'];

/** The reported texts, for operators. */
export const getModerationReports: Operation<{}, undefined, ReportedTexts> = ['GET /moderation/reports', ReportedTexts];

/** Dismisses the reports about a text, which stays. */
export const deleteModerationReportsKindId: Operation<{ kind: PublicTextKind; id: string }, undefined, null> = ['DELETE /moderation/reports/{kind}/{id}'];

/** The public texts of a kind, for operators. */
export const getModerationTextsKind: Operation<{ kind: PublicTextKind; after?: string | null }, undefined, Texts> = ['GET /moderation/texts/{kind}?after', Texts];

/** Reports a public text to the operators of this server. */
export const postReports: Operation<{}, NewReport, null> = ['POST /reports'];
