/** A player's seat at a game of the fake server, and its board, shared by the tests of live games. */
import { vi } from 'vitest';
import { RulesBinding } from '../../../src/rules/binding';
import type { FakeServer } from './fake-server';

vi.stubGlobal('navigator', { languages: ['en'] });
export const { LiveGame } = await import('../../../src/features/live/live-game.svelte');
export type Live = InstanceType<typeof LiveGame>;

export const WORDS = {
  event: (event: { act: { act: string } }, _own: unknown, answered: { kind: string } | null) => ['event', event.act.act, answered?.kind ?? ''].join(' ').trim(),
  refused: (code: string) => `refused ${code}`,
  said: (by: string, phrase: string) => `${by} ${phrase}`,
  noted: (want: { act: string }) => `noted ${want.act}`,
  whispered: (name: string, phrase: string) => `${name} whispers ${phrase}`,
};

/** Whether the next seat has the setting to confirm moves; reset for each one. */
export const wish = { confirms: false };

/** `ofTeam` says whether the device has joined the team match. */
export async function seated(server: FakeServer, ofTeam = false): Promise<Live> {
  const binding = new RulesBinding();
  wish.confirms = false;
  const live = new LiveGame({
    seat: 's'.repeat(43),
    openGame: (record) => binding.openGame(record),
    makeWire: server.wire,
    now: Date.now,
    random: () => 0,
    words: WORDS,
    confirms: () => wish.confirms,
    ofTeam,
  });
  await vi.advanceTimersByTimeAsync(0);
  return live;
}

export const moves = (live: Live): string[] => live.session?.live.history.map((move) => move.text) ?? [];
export const play = (live: Live, from: number, to: number): void => void live.session?.tryMove({ from, to, via: [] });
export const acts = (server: FakeServer): string[] => server.received.flatMap((it) => (it.frame === 'act' ? [`${it.want?.act}`] : []));
