/**
 * The games of a group in the order of its chapters, for the links between them. Reading them scans
 * the whole library, so they are cached for a while.
 */
import type { GameStore } from '../../store/keeper.svelte';
import { byChapter } from './search';

/** A game in a group. */
export interface Chapter {
  id: string;
  chapter: number | undefined;
  /** Whether it opens on the analysis board. */
  study: boolean;
}

/** How long the chapters of a group are cached, in milliseconds. */
const LASTS = 60_000;

let known: { keeper: GameStore; group: string; until: number; chapters: Promise<Chapter[]> } | null = null;

/** The games of a group in order, without those in the bin. */
export function chaptersOf(keeper: GameStore, group: string): Promise<Chapter[]> {
  if (known?.keeper !== keeper || known.group !== group || known.until < Date.now()) {
    known = { keeper, group, until: Date.now() + LASTS, chapters: read(keeper, group) };
  }
  return known.chapters;
}

/** Called when the group of a game or its place there has changed. */
export function forgetChapters(): void {
  known = null;
}

async function read(keeper: GameStore, group: string): Promise<Chapter[]> {
  const chapters: Chapter[] = [];
  for await (const games of keeper.local.batches(500)) {
    for (const { id, chapter, study, ...game } of games) {
      if (game.group === group && game.deleted_ms === null && !game.fresh) chapters.push({ id, chapter, study });
    }
  }
  return chapters.sort(byChapter);
}
