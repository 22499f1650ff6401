/**
 * The messages between the page and the import worker: which files to read, how far the import has come, and its result.
 * Both sides import this file; it contains no code that runs.
 */
import type { Language } from '../rules/model';
import type { ImportedRange } from './keeper.svelte';
import type { LocalGame } from './local-game';

/** A file to read, or a text that was pasted. */
export interface ImportFile {
  /** The name of the file; empty for a text. */
  name: string;
  bytes: Blob;
}

export interface ImportOrder {
  id: string;
  files: readonly ImportFile[];
  /** The game of the family to use if the text does not name one. */
  variant: string;
  language: Language;
  /** The title of a game whose tags name no players. */
  untitled: string;
  /** Whether games are kept even if exactly the same game is kept already. */
  again: boolean;
  /** Whether the games of a file are put into a group with the file's name. */
  grouped: boolean;
  /** The games of this browser, if they are only in the page's memory, where the worker cannot see them. */
  unseen: readonly LocalGame[];
}

export interface ImportProgress {
  /** Bytes read, and bytes in all. */
  bytes: number;
  total: number;
  /** Games kept so far. */
  kept: number;
  /** How many of these are kept only as far as they can be played, with the rest as text. */
  damaged: number;
  /** Games left out because exactly the same game was there already. */
  same: number;
  /** Games or pieces of text of which nothing could be kept. */
  unread: number;
}

export interface ImportProblem {
  file: string;
  /** The line of the file where the game begins, from 1. */
  line: number;
  /** The players, and other facts from the tags. */
  title: string;
  told: string;
  /** Whether the game was kept as far as it can be played, or not at all. */
  kept: boolean;
  /** What could not be read, and where. */
  errors: readonly { line: number; column: number; sentence: string }[];
}

/** How an import ended: everything was read, the user stopped it, there was no room left, or something failed. */
export type ImportEnd = 'whole' | 'stopped' | 'full' | 'failed';

export interface ImportReport extends ImportProgress {
  end: ImportEnd;
  /** What failed, for programmers. */
  failure: string;
  problems: readonly ImportProblem[];
  /** How many more problems there were than are listed. */
  moreProblems: number;
  /** Which game of the family was assumed where no tag names one. */
  found: readonly string[];
  /** The range of the games that were kept; null if there are none. */
  range: ImportedRange | null;
  /** The only game of the files, kept now or there already; null if there are several or none. */
  only: string | null;
}

export type ToImporter = { say: 'begin'; order: ImportOrder } | { say: 'stop' };

export type FromImporter =
  | { say: 'progress'; progress: ImportProgress }
  /** Games that the page must keep, because the worker cannot store them in this browser. */
  | { say: 'games'; games: readonly LocalGame[] }
  | { say: 'done'; report: ImportReport };
