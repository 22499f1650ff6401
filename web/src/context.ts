/**
 * The objects that exist once, as long as the page does: the keeper of games, the engine, the sounds. Components import this file; other files are given
 * what they need.
 */
import { GameStore } from './store/keeper.svelte';
import { ServerLibrary } from './store/server';
import { LocalLibrary } from './store/local-library';
import { recoverDrafts } from './store/tree-drafts';
import { workersFor } from './rules/cores';
import { Engine } from './rules/engine';
import { preferences } from './settings/preferences.svelte';
import { Sounds } from './sound/sounds';
import { Voice } from './sound/voice';

const keeper = new GameStore(
  new LocalLibrary(),
  new ServerLibrary(),
  Date.now,
  'BroadcastChannel' in globalThis ? new BroadcastChannel('damier') : null,
);

export const appContext = {
  keeper,
  /** Resolves when the library has the drafts that an earlier page had no time to write. */
  recovered: recoverDrafts(keeper),
  engine: new Engine(undefined, () => workersFor(preferences.cores)),
  sounds: new Sounds(() => preferences.sound),
  voice: new Voice(() => preferences.voice),
};
