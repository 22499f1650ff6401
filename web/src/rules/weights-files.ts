/** The files of weights for the engine's trained evaluation: one for each game that has one, named after its game. */
import { EngineFile } from './engine-file';

/** Addresses in the build, by the path of the file in the project. */
const FILES = import.meta.glob<string>('../../../crates/engine/weights/*.dw', { query: '?url', import: 'default', eager: true });

/** The file of each game, by the stable id of the game; nothing is fetched yet. */
export function weightsFiles(): Map<string, EngineFile> {
  const named = ([path, address]: [string, string]): [string, EngineFile] => [gameOf(path), new EngineFile(address)];
  return new Map(Object.entries(FILES).map(named));
}

function gameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1, -'.dw'.length);
}
