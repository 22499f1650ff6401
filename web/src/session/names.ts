/**
 * The displayed names of players: a person's own name, or the character of the engine's level. A
 * name that the page generated ("You", "White") is displayed in the current language.
 */
import { inAllLanguages, t } from '../messages/messages.svelte';
import type { Player, Side } from '../rules/model';
import { characterOf } from '../ui/characters';

/** The generated names of people who gave none (`starting.ts`). */
const GIVEN = ['player.you', 'side.white', 'side.black'] as const;

/** The name of a person; empty if there is none. */
export function personName(name: string): string {
  const given = GIVEN.find((key) => inAllLanguages(key).includes(name));
  return given ? t(given) : name.trim();
}

/** The members of a side, whose names are joined by `&`. */
function membersOf(name: string): string[] {
  return name.split(/\s+&\s+/).filter(Boolean);
}

/** Whether a side's name is that of several people. */
export function isSeveral(name: string): boolean {
  return membersOf(name).length > 1;
}

/**
 * The member of a side to make its next move, where several members share one device and move in
 * turn. Null for a side with one member. `turn` is the side to move, `ply` the number of moves
 * played by both sides.
 */
export function memberOnMove(name: string, side: Side, turn: Side, ply: number): string | null {
  const members = membersOf(name);
  if (members.length < 2) return null;
  // After an odd number of plies the side that began has made one move more.
  const began = (ply % 2 === 0) === (turn === side);
  return members[Math.floor((ply + (began ? 1 : 0)) / 2) % members.length] ?? null;
}

/** The name of a player; `?` if there is none. */
export function nameOf(player: Player): string {
  return player.kind === 'computer' ? t(characterOf(player.level).name) : personName(player.name) || '?';
}

/**
 * The name of a player from a tag of a PDN, where the engine's contains only its level
 * (`computer_name` in Rust).
 */
export function tagName(name: string): string {
  const level = /^Damier level (\d+)$/.exec(name)?.[1];
  return nameOf(level === undefined ? { kind: 'person', name } : { kind: 'computer', level: Number(level) });
}

/** Both names, White first. */
export function playersOf({ white, black }: { white: Player; black: Player }): string {
  return `${nameOf(white)} – ${nameOf(black)}`;
}
