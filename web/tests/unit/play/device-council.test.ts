/** Several people of one side at one device, on the board of a real game. */
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { RulesBinding } from '../../../src/rules/binding';
import type { Conduct, GameRecord, GameSettings } from '../../../src/rules/model';
import { TOURNAMENT } from '../../../src/rules/types/conduct';
import { playReady } from '../wasm';

vi.stubGlobal('navigator', { languages: ['en'] });
const stored = new Map<string, string>();
/** Whether the browser has no room. */
let full = false;
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => {
    if (full) throw new DOMException('no room', 'QuotaExceededError');
    stored.set(key, value);
  },
});
const { GameSession } = await import('../../../src/session/session.svelte');
const { DeviceCouncil } = await import('../../../src/features/play/device-council.svelte');

beforeAll(playReady);
beforeEach(() => stored.clear());

const MEMBERS = { white: ['Awa', 'Piet', 'Jan'], black: ['Moussa'] };

/** A board as its screen handles it. */
function board(record: GameRecord | null = null, conduct: Conduct | null = null) {
  const binding = new RulesBinding();
  const time = { now: 1_000 };
  const settings: GameSettings = {
    start: null,
    clock: { initial_ms: 60_000, increment_ms: 0 },
    white: { kind: 'person', name: 'Awa & Piet & Jan' },
    black: { kind: 'person', name: 'Moussa' },
    few_pieces: 'fresh',
    ...(conduct ? { conduct } : {}),
  };
  const saved: GameRecord[] = [];
  const session = new GameSession(
    record ? binding.openGame(record) : binding.newGame('international', settings, time.now),
    {
      changed(now) {
        const verdict = council.hear(now);
        if (verdict.kind === 'stands') saved.push(now);
        else rebuilds.push(() => rebuild(verdict));
      },
    },
    { now: () => time.now, clockAtOnce: () => false },
  );
  const council = new DeviceCouncil('a-game', session, MEMBERS, () => time.now);
  const rebuilds: (() => void)[] = [];
  function rebuild(verdict: ReturnType<typeof council.count>): void {
    const played = verdict && council.rebuild(verdict, (it) => binding.openGame(it));
    if (played) saved.push(played);
  }
  const play = (from: number, to: number): void => {
    session.tryMove({ from, to, via: [] });
    for (const again of rebuilds.splice(0)) again();
  };
  const moves = (): string[] => session.live.history.map(({ text }) => text);
  return { session, council, play, moves, saved, time, rebuild };
}

describe('a side of several at one device', () => {
  it('moves in turn unless it decides otherwise, and by its captain without passing the device', () => {
    const { council, play } = board();
    expect(council.acting('white')).toBe('Awa');
    expect(council.acting('black')).toBeNull();
    play(32, 28);
    expect(council.acting('white')).toBeNull();
    play(19, 23);
    expect(council.acting('white')).toBe('Piet');
    council.choose('white', 'captain');
    expect(council.acting('white')).toBe('Awa');
  });

  it('votes: no vote stays on the board, and the move that is decided is played and saved once', () => {
    const { council, session, play, moves, saved, time } = board();
    council.choose('white', 'vote');
    play(32, 28);
    expect([moves(), saved.length, council.acting('white')]).toEqual([[], 0, 'Piet']);
    time.now += 30_000;
    play(31, 27);
    expect([moves(), council.acting('white')]).toEqual([[], 'Jan']);
    expect(council.tally).toEqual([
      { move: '32-28', names: ['Awa'] },
      { move: '31-27', names: ['Piet'] },
    ]);
    // All have voted: of equally many, the one that had so many first.
    play(33, 29);
    expect(moves()).toEqual(['32-28']);
    expect(saved.map(({ acts }) => acts.filter(({ act }) => act === 'move').length)).toEqual([1]);
    expect(council.ballots).toEqual([]);
    // The time before the first move costs nothing, as for one player.
    expect(session.live.clock?.white_ms).toBe(60_000);
    play(19, 23);
    expect(moves()).toEqual(['32-28', '19-23']);
    // More than half decide at once, and nobody else is asked.
    play(28, 19);
    play(28, 19);
    expect(moves()).toEqual(['32-28', '19-23', '28x19']);
  });

  it('says whose vote it was, and of all moves only the one that was decided', () => {
    const { council, session, play } = board();
    council.choose('white', 'vote');
    play(32, 28);
    expect(session.spoken).toBe('Awa votes for 32-28.');
    play(33, 28);
    expect(session.spoken).toBe('Piet votes for 33-28.');
    // The last vote is for another move than the one that is decided.
    play(34, 29);
    expect(session.spoken).toMatch(/^White plays 32 to 28/);
    play(19, 23);
    play(28, 19);
    expect(session.spoken).toBe('Awa votes for 28x19.');
    play(28, 19);
    expect(session.spoken).toMatch(/^White captures 28 times 19/);
  });

  it('says once what was decided because somebody is not there', () => {
    const { council, session, play, rebuild } = board();
    council.choose('white', 'vote');
    play(31, 27);
    rebuild(council.count());
    expect(session.spoken).toMatch(/^White plays 31 to 27/);
  });

  it('drops votes that cannot be played, and says that something went wrong', () => {
    const first = board();
    first.council.choose('white', 'vote');
    first.play(32, 28);
    const kept = JSON.parse(stored.get('damier.councils')!) as [string, { ballots: { act: { move: string } }[] }][];
    kept[0]![1].ballots[0]!.act.move = '50-1';
    stored.set('damier.councils', JSON.stringify(kept));
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const again = board(first.session.record());
    again.rebuild(again.council.count());
    expect([again.moves(), again.council.ballots, again.saved, logged.mock.calls.length]).toEqual([[], [], [], 1]);
    expect(again.session.spoken).toMatch(/Something went wrong/);
    logged.mockRestore();
  });

  it('is kept until the page is closed where the browser has no room', () => {
    const first = board();
    full = true;
    first.council.choose('white', 'vote');
    first.play(32, 28);
    const again = board(first.session.record());
    full = false;
    expect([again.council.wayOf('white'), again.council.ballots.length]).toEqual(['vote', 1]);
    again.council.choose('white', 'captain'); // stored again
    expect(board(first.session.record()).council.wayOf('white')).toBe('captain');
  });

  it('keeps its votes over a reload, and gives them again where it wants', () => {
    const first = board();
    first.council.choose('white', 'vote');
    first.play(32, 28);
    const again = board(first.session.record());
    expect([again.council.wayOf('white'), again.council.acting('white')]).toEqual(['vote', 'Piet']);
    again.council.wipe();
    expect(again.council.acting('white')).toBe('Awa');
    again.play(31, 27);
    again.play(33, 29);
    // Jan has left: the votes that there are decide.
    again.rebuild(again.council.count());
    expect(again.moves()).toEqual(['31-27']);
    expect(again.council.count()).toBeNull();
    expect(board(again.session.record()).council.ballots).toEqual([]);
  });

  it('has no votes where a touched piece is played', () => {
    const { council, play, moves } = board(null, TOURNAMENT);
    council.choose('white', 'vote');
    expect([council.mayVote, council.wayOf('white')]).toEqual([false, 'in-turn']);
    play(32, 28);
    expect(moves()).toEqual(['32-28']);
  });

  it('takes nothing from a list that was written by hand', () => {
    stored.set('damier.councils', JSON.stringify([['a-game', { ways: { white: 'dice', black: 'vote' }, ply: 0, ballots: [{ member: 'x' }] }], 7, ['b']]));
    const { council } = board();
    expect([council.wayOf('white'), council.wayOf('black'), council.ballots]).toEqual(['in-turn', 'vote', []]);
  });
});
