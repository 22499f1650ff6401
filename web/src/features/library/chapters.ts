/**
 * The games of a group in the order of its chapters, for the buttons that lead from one to the next. Reading them goes through
 * the whole library, so they are remembered for a while.
 */
import type { Keeper } from '../../store/keeper.svelte';
import { byChapter } from './search';

/** A game of a group. */
export interface Chapter {
  id: string;
  chapter: number | undefined;
  /** Whether it opens on the analysis board. */
  study: boolean;
}

/** How long the chapters of a group are remembered, in milliseconds. */
const LASTS = 60_000;

let known: { keeper: Keeper; group: string; until: number; chapters: Promise<Chapter[]> } | null = null;

/** The games of a group in order, those in the bin left out. */
export function chaptersOf(keeper: Keeper, group: string): Promise<Chapter[]> {
  if (known?.keeper !== keeper || known.group !== group || known.until < Date.now()) {
    known = { keeper, group, until: Date.now() + LASTS, chapters: read(keeper, group) };
  }
  return known.chapters;
}

/** Called when the group of a game or its place there has changed. */
export function forgetChapters(): void {
  known = null;
}

async function read(keeper: Keeper, group: string): Promise<Chapter[]> {
  const chapters: Chapter[] = [];
  for await (const games of keeper.local.batches(500)) {
    for (const { id, chapter, study, ...game } of games) {
      if (game.group === group && game.deleted_ms === null && !game.fresh) chapters.push({ id, chapter, study });
    }
  }
  return chapters.sort(byChapter);
}
