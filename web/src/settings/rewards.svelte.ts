/**
 * The boards and pieces that the course gives, kept in this browser once they are earned. Everything
 * else can be chosen without earning it.
 */
import { loadFields, saveValue } from '../store/browser-storage';
import type { BoardLook, PieceSet } from './preferences.svelte';

/** Something that a child gets for a part of the course. */
export type Reward = { board: BoardLook } | { pieces: PieceSet };

/** The rewards in the order of the course's parts. */
export const REWARDS = [{ pieces: 'star' }, { board: 'lilac' }, { pieces: 'night' }, { board: 'gold' }] as const satisfies readonly Reward[];

export const nameOf = (reward: Reward): string => ('board' in reward ? reward.board : reward.pieces);

const KEY = 'damier.rewards';

const gained = $state<Record<string, true>>(read());

function read(): Record<string, true> {
  const found: Record<string, unknown> = loadFields(KEY);
  return Object.fromEntries(REWARDS.map(nameOf).flatMap((name) => (found[name] === true ? [[name, true as const]] : [])));
}

/** Whether a board or a set of pieces may be chosen: it is no reward, or it is earned. */
export const isOpen = (name: string): boolean => gained[name] === true || !REWARDS.some((reward) => nameOf(reward) === name);

/** Keeps a reward; returns whether it is new. */
export function gain(reward: Reward): boolean {
  const name = nameOf(reward);
  if (gained[name]) return false;
  gained[name] = true;
  saveValue(KEY, gained);
  return true;
}
