/**
 * The files with weights for the engine's trained evaluation, named after the games. Not every game
 * has one.
 */
import { EngineFile } from './engine-file';

/** The addresses in the build, by the path of the file in the project. */
const FILES = import.meta.glob<string>('../../../crates/engine/weights/*.dw', { query: '?url', import: 'default', eager: true });

/** The file of each game, by the id of the game. Nothing is fetched here. */
export function weightsFiles(): Map<string, EngineFile> {
  const named = ([path, address]: [string, string]): [string, EngineFile] => [gameOf(path), new EngineFile(address)];
  return new Map(Object.entries(FILES).map(named));
}

function gameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1, -'.dw'.length);
}
