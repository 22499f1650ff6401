/**
 * What several people at one device have agreed for a game, and the votes about the move that is next: kept in this browser, so that a reload loses
 * neither. How a side comes to its moves is no part of the record of a game.
 */
import type { Side } from '../../rules/model';
import { DEVICE_WAYS, type DeviceVote, type DeviceWay } from '../../session/device-votes';

export interface KeptCouncil {
  ways: Record<Side, DeviceWay>;
  /** How many moves stand on the board for which the votes were given. */
  ply: number;
  ballots: DeviceVote[];
}

const KEY = 'damier.councils';
/** For so many games; those used longest ago go first. */
const MOST = 20;

/** What is kept while the browser does not store it, because it stores nothing or has no room; null while it does. */
let inMemory: [string, KeptCouncil][] | null = null;

export function councilOf(game: string): KeptCouncil {
  return read().find(([id]) => id === game)?.[1] ?? { ways: { white: 'in-turn', black: 'in-turn' }, ply: 0, ballots: [] };
}

export function keepCouncil(game: string, council: KeptCouncil): void {
  const others = read().filter(([id]) => id !== game);
  const kept: [string, KeptCouncil][] = [[game, council] as [string, KeptCouncil], ...others].slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
    inMemory = null;
  } catch {
    inMemory = kept; // it lasts until the page is closed
  }
}

function read(): [string, KeptCouncil][] {
  if (inMemory !== null) return inMemory;
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.flatMap(entryOf) : [];
  } catch {
    return [];
  }
}

/** An entry as it was kept, perhaps by hand. */
function entryOf(value: unknown): [string, KeptCouncil][] {
  if (!Array.isArray(value) || typeof value[0] !== 'string' || typeof value[1] !== 'object' || value[1] === null) return [];
  const { ways, ply, ballots } = value[1] as Record<string, unknown>;
  const { white, black } = (typeof ways === 'object' && ways !== null ? ways : {}) as Record<string, unknown>;
  const way = (found: unknown): DeviceWay => DEVICE_WAYS.find((it) => it === found) ?? 'in-turn';
  const kept = Array.isArray(ballots) && ballots.every(isVote) ? ballots : [];
  return [[value[0], { ways: { white: way(white), black: way(black) }, ply: typeof ply === 'number' ? ply : 0, ballots: kept }]];
}

/** Whether a move fits is asked when it is played. */
function isVote(value: unknown): value is DeviceVote {
  if (typeof value !== 'object' || value === null) return false;
  const { member, act, before, ending } = value as Record<string, unknown>;
  if (typeof member !== 'number' || !Array.isArray(before) || typeof act !== 'object' || act === null || typeof ending !== 'object') return false;
  const { act: kind, move, side } = act as Record<string, unknown>;
  return kind === 'move' && typeof move === 'string' && (side === 'white' || side === 'black');
}
