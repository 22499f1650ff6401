/**
 * The messages between the page and the import worker: the files to read, the progress, and the
 * result. Both import this file; it contains no code that runs.
 */
import type { FileEncoding, Language } from '../rules/model';
import type { ImportedRange } from './keeper.svelte';
import type { LocalGame } from './local-game';

/** A file, or a pasted text. */
export interface ImportFile {
  /** The name of the file; empty for a text. */
  name: string;
  bytes: Blob;
}

export interface ImportRequest {
  id: string;
  files: readonly ImportFile[];
  /** The game to assume if the text names none. */
  variant: string;
  language: Language;
  encoding: FileEncoding;
  /** The title of a game whose tags name no players. */
  untitled: string;
  /** Whether games are imported even if an identical game is stored already. */
  again: boolean;
  /** Whether the games of a file are put into a group with the file's name. */
  grouped: boolean;
  /**
   * The games of this browser, if they are only in the page's memory, where the worker cannot read
   * them.
   */
  unseen: readonly LocalGame[];
}

export interface ImportProgress {
  /** Bytes read, and bytes in total. */
  bytes: number;
  total: number;
  /** Games imported so far. */
  kept: number;
  /** How many of these contain an unplayable move: the rest is stored as text. */
  damaged: number;
  /** Games skipped because an identical game is stored already. */
  same: number;
  /** Games or pieces of text that could not be read. */
  unread: number;
}

export interface ImportProblem {
  file: string;
  /** The line of the file where the game begins, from 1. */
  line: number;
  /** The players, and other facts from the tags. */
  title: string;
  details: string;
  /** Whether the game was imported up to its last playable move, or not at all. */
  kept: boolean;
  /** The errors and their places. */
  errors: readonly { line: number; column: number; sentence: string }[];
}

/** How an import ended: complete, stopped by the user, out of storage, or failed. */
export type ImportEnd = 'whole' | 'stopped' | 'full' | 'failed';

export interface ImportReport extends ImportProgress {
  end: ImportEnd;
  /** The failure, for programmers. */
  failure: string;
  problems: readonly ImportProblem[];
  /** How many further errors are not listed. */
  moreProblems: number;
  /** The game assumed where no tag names one, and the encoding where it is not UTF-8. */
  found: readonly string[];
  /** The range of ids of the imported games; null if there are none. */
  range: ImportedRange | null;
  /** The only game of the files, imported or there already; null if there are several or none. */
  only: string | null;
}

export type ToImporter = { say: 'begin'; order: ImportRequest } | { say: 'stop' };

export type FromImporter =
  | { say: 'progress'; progress: ImportProgress }
  /** Games that the page must store, because the worker has no access to the storage. */
  | { say: 'games'; games: readonly LocalGame[] }
  | { say: 'done'; report: ImportReport };
