/** The games that the engine can learn: one lesson for each file of weights, which is named after its game. */
import { Lesson } from './lesson';

/** Addresses in the build, by the path of the file in the project. */
const FILES = import.meta.glob<string>('../../../crates/engine/weights/*.dw', { query: '?url', import: 'default', eager: true });

/** A lesson not yet taken for each game, by its stable id. */
export function lessons(): Map<string, Lesson> {
  const named = ([path, address]: [string, string]): [string, Lesson] => [gameOf(path), new Lesson(address)];
  return new Map(Object.entries(FILES).map(named));
}

function gameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1, -'.dw'.length);
}
