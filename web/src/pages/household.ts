/**
 * The things that live as long as the page and exist once: the keeper of games, the engine, the sounds. Made here and
 * used by pages; everything below pages gets them handed in.
 */
import { Keeper } from '../games/keeper.svelte';
import { ServerLibrary } from '../games/server';
import { Shelf } from '../games/shelf';
import { Engine } from '../rules/engine';
import { preferences } from '../settings/preferences.svelte';
import { Sounds } from '../sound/sounds';

export const household = {
  keeper: new Keeper(
    new Shelf(),
    new ServerLibrary(),
    Date.now,
    'BroadcastChannel' in globalThis ? new BroadcastChannel('damier') : null,
  ),
  engine: new Engine(),
  sounds: new Sounds(() => preferences.sound),
};
