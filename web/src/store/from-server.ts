/** Converts games of the server to the form in which this browser stores them. */
import type { GameRecord } from '../rules/model';
import { playedHere, sameValue, type LocalGame, type ServerGame } from './local-game';

/** The fields that exist only in this browser. */
export function placeOf({ group, chapter, parted, import_id }: LocalGame): Partial<LocalGame> {
  return {
    ...(group ? { group } : {}),
    ...(chapter === undefined ? {} : { chapter }),
    ...(parted ? { parted } : {}),
    ...(import_id ? { import_id } : {}),
  };
}

/** A game without local changes, in the state of another device. */
export function takenOver(stored: LocalGame, theirs: ServerGame): LocalGame {
  const game = fromServer(theirs);
  const revision = sameValue(stored.record, game.record) ? stored.revision : stored.revision + 1;
  const tree_revision = stored.tree === game.tree ? stored.tree_revision : stored.tree_revision + 1;
  return { ...game, ...placeOf(stored), study: game.study || (stored.study && !playedHere(game.record)), revision, tree_revision };
}

/** A game of the server of which this browser has no copy. */
export function fromServer(game: ServerGame): LocalGame {
  return {
    id: game.id,
    title: game.title,
    created_ms: game.created_ms,
    updated_ms: game.updated_ms,
    record: game.record,
    tree: game.tree ?? null,
    tree_revision: 0,
    study: Boolean(game.tree) && !playedHere(game.record),
    plies: pliesOf(game.record),
    revision: 1,
    acknowledged: game.version,
    dirty: false,
    renamed: false,
    deleted_ms: null,
  };
}

/** The number of plies on the board at the end of a record. */
export function pliesOf(record: GameRecord): number {
  let plies = 0;
  for (const act of record.acts) {
    if (act.act === 'move' || act.act === 'irregular') plies += 1;
    else if (act.act === 'correct') plies -= 1;
    else if (act.act === 'take-back') plies -= act.plies ?? 0;
  }
  return plies;
}
