/**
 * The objects that exist once and live as long as the page: the keeper of games, the engine, the sounds. Only files in
 * `pages` import this one; everything else is given what it needs.
 */
import { Keeper } from '../games/keeper.svelte';
import { ServerLibrary } from '../games/server';
import { LocalLibrary } from '../games/local-library';
import { Engine } from '../rules/engine';
import { preferences } from '../settings/preferences.svelte';
import { Sounds } from '../sound/sounds';

export const appContext = {
  keeper: new Keeper(
    new LocalLibrary(),
    new ServerLibrary(),
    Date.now,
    'BroadcastChannel' in globalThis ? new BroadcastChannel('damier') : null,
  ),
  engine: new Engine(),
  sounds: new Sounds(() => preferences.sound),
};
