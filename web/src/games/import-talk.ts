/**
 * What the page and the worker of an import say to each other: which files are to be read, how far it has come, and what
 * came of it. Both sides import this file; it contains no code that runs.
 */
import type { Language } from '../rules/model';
import type { ImportedRange } from './keeper.svelte';
import type { LocalGame } from './kept';

/** A file to be read, or a text that was pasted. */
export interface ImportFile {
  /** The name of the file; empty for a text. */
  name: string;
  bytes: Blob;
}

/** What is to be read, and how. */
export interface ImportOrder {
  /** The identity of the import. */
  id: string;
  files: readonly ImportFile[];
  /** The game where the text does not tell. */
  variant: string;
  language: Language;
  /** What a game is called whose tags name nobody. */
  untitled: string;
  /** Games that are exactly the same as one that is kept already are kept once more. */
  again: boolean;
  /** The games of a file are put together under its name. */
  grouped: boolean;
  /** The games of this browser, where it keeps them for this page only and the worker cannot see them. */
  unseen: readonly LocalGame[];
}

/** How far an import has come. */
export interface ImportProgress {
  /** Bytes read, of so many. */
  bytes: number;
  total: number;
  /** Games that are kept now. */
  kept: number;
  /** Those of them that are kept as far as they can be played, with the text of the rest. */
  damaged: number;
  /** Games that were exactly the same as one that was there already, and left out. */
  same: number;
  /** Games, or pieces of text, of which nothing could be kept. */
  unread: number;
}

/** What was wrong with a game. */
export interface ImportProblem {
  file: string;
  /** The line of the file where the game begins, from 1. */
  line: number;
  /** Its players, and what else its tags tell. */
  title: string;
  told: string;
  /** Whether it was kept as far as it can be played, or not at all. */
  kept: boolean;
  /** What could not be read, and where. */
  errors: readonly { line: number; column: number; sentence: string }[];
}

/** How an import came to its end: all was read, somebody stopped it, there was no room left, or something failed. */
export type ImportEnd = 'whole' | 'stopped' | 'full' | 'failed';

/** What came of an import. */
export interface ImportReport extends ImportProgress {
  end: ImportEnd;
  /** What failed, for programmers. */
  failure: string;
  problems: readonly ImportProblem[];
  /** More problems than are told. */
  moreProblems: number;
  /** Which games they were taken for where no tag tells. */
  found: readonly string[];
  /** The games that are kept; null where there are none. */
  range: ImportedRange | null;
  /** The only game that was kept; null where there are more or none. */
  only: string | null;
}

export type ToImporter = { say: 'begin'; order: ImportOrder } | { say: 'stop' };

export type FromImporter =
  | { say: 'progress'; progress: ImportProgress }
  /** Games that the worker cannot keep in this browser: the page keeps them. */
  | { say: 'games'; games: readonly LocalGame[] }
  | { say: 'done'; report: ImportReport };
