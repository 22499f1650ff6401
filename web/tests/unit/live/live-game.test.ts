/** A live game at the board: its start, the fate of a move, conduct rules, the clock, and an analysis board. */
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { TOURNAMENT } from '../../../src/rules/types/conduct';
import { playReady } from '../wasm';
import { FakeServer } from './fake-server';
import { acts, moves, play, seated, wish } from './seated';

beforeAll(playReady);
beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

describe('the start of a game', () => {
  it('can be aborted until each side has moved', async () => {
    const server = new FakeServer();
    const live = await seated(server);
    expect(live.abortable).toBe(true);
    play(live, 32, 28);
    expect(live.abortable).toBe(true);
    server.other({ act: 'move', move: '19-23' });
    expect(live.abortable).toBe(false);
    live.close();
  });
});

describe('first moves', () => {
  it('show the awaited player and the deadline of the first move', async () => {
    const server = new FakeServer({ clock: { initial_ms: 60_000, increment_ms: 0 } });
    server.firstMoveBy = 1_900_000;
    server.clock = { white_ms: 60_000, black_ms: 60_000, running: null, delay_ms: 0 };
    const live = await seated(server);
    expect([live.awaited, live.firstMoveBy]).toEqual([null, 1_900_000]);
    server.wireNow.deliver({ frame: 'presence', white: true, black: false, watching: 0, absent: null });
    expect(live.awaited).toBe('black');
    expect(live.hasMoved).toBe(false);
    expect(live.claimIn).toBeNull();
    await vi.advanceTimersByTimeAsync(300_000);
    live.tick();
    expect(live.session?.clock?.white_ms).toBe(60_000);
    expect(acts(server)).toEqual([]); // no flag is claimed
    server.wireNow.deliver({ frame: 'presence', white: true, black: true, watching: 0, absent: null });
    expect(live.awaited).toBeNull();
    server.firstMoveBy = null;
    play(live, 32, 28);
    expect(live.hasMoved).toBe(true);
    server.other({ act: 'move', move: '19-23' });
    server.wireNow.deliver({ frame: 'presence', white: true, black: false, watching: 0, absent: null });
    expect([live.awaited, live.firstMoveBy]).toEqual([null, null]);
    live.close();
  });
});

describe('an analysis board beside the game', () => {
  it('starts with the current position, and its moves are not sent', async () => {
    const server = new FakeServer({ conduct: TOURNAMENT });
    const live = await seated(server);
    live.session?.touch(32);
    play(live, 32, 28);
    const aside = live.analysisBoard();
    expect(aside?.hand).toBe('black');
    aside?.tryMove({ from: 19, to: 23, via: [] });
    aside?.tryMove({ from: 28, to: 19, via: [] });
    expect(aside?.live.history.map((move) => move.text)).toEqual(['32-28', '19-23', '28x19']);
    expect(moves(live)).toEqual(['32-28']);
    expect(acts(server)).toEqual(['touch', 'move']);
    aside?.close();
    live.close();
  });
});

describe('a move', () => {
  it('is on the board at once, and stays once the server has stored it', async () => {
    const server = new FakeServer();
    const live = await seated(server);
    expect(live.side).toBe('white');
    play(live, 32, 28);
    expect(moves(live)).toEqual(['32-28']);
    expect(live.commands.sending).toBe(false); // the fake server answers at once
    expect(server.events.map((it) => it.act)).toMatchObject([{ act: 'move', move: '32-28', side: 'white' }]);
    server.other({ act: 'move', move: '19-23' });
    expect(moves(live)).toEqual(['32-28', '19-23']);
    expect(live.session?.hand).toBe('white');
    live.close();
  });

  it('is not accepted for the other side', async () => {
    const server = new FakeServer();
    const live = await seated(server);
    play(live, 32, 28);
    expect(live.session?.hand).toBeNull();
    play(live, 19, 23);
    expect(server.events).toHaveLength(1);
    live.close();
  });

  it('is removed with the reason when it is refused', async () => {
    const server = new FakeServer();
    const live = await seated(server);
    server.loses = (frame) => frame.frame === 'event'; // as with an arbiter's takeback: this device has not received the event
    server.decide(null, 'another device', { act: 'move', move: '31-27' }, 'white');
    server.loses = () => false;
    play(live, 32, 28);
    // White has moved already: the server's position differs from the board's.
    expect(moves(live)).toEqual(['31-27']);
    expect(live.session?.remark).toMatch(/^refused /);
    live.close();
  });

  it('waits for a confirmation if the setting is on', async () => {
    const server = new FakeServer();
    const live = await seated(server);
    wish.confirms = true;
    play(live, 32, 28);
    expect([moves(live), live.commands.held?.want, server.events]).toEqual([['32-28'], { act: 'move', move: '32-28', ply: 0 }, []]);
    live.reconsider();
    expect([moves(live), live.commands.held, live.session?.hand]).toEqual([[], null, 'white']);
    play(live, 33, 28);
    live.confirm();
    expect(server.events.map((it) => it.act)).toMatchObject([{ move: '33-28' }]);
    expect([moves(live), live.commands.held]).toEqual([['33-28'], null]);
    live.close();
  });

  it('awaiting confirmation is dropped once another device has moved', async () => {
    const server = new FakeServer();
    const live = await seated(server);
    wish.confirms = true;
    play(live, 32, 28);
    server.decide(null, 'another device', { act: 'move', move: '33-29' }, 'white');
    server.other({ act: 'move', move: '19-23' });
    expect([moves(live), live.commands.held]).toEqual([['33-29', '19-23'], null]);
    live.close();
  });

  it('made as a premove is played when it is the player’s turn', async () => {
    const server = new FakeServer();
    const live = await seated(server);
    play(live, 32, 28);
    expect(live.session?.planner).toBe('white');
    play(live, 37, 32);
    server.other({ act: 'move', move: '20-24' });
    expect(moves(live)).toEqual(['32-28', '20-24', '37-32']);
    expect(server.events).toHaveLength(3);
    live.close();
  });
});

describe('conduct rules', () => {
  it('of touching apply to the team member to move only', async () => {
    const server = new FakeServer({ conduct: { ...TOURNAMENT, colours_by_lot: false } });
    const live = await seated(server, true);
    const led = (captain: number): void =>
      server.wireNow.deliver({
        frame: 'team',
        you: 2,
        deciding: { way: 'captain' },
        members: [{ number: 1, name: 'Awa', here: true }, { number: 2, name: 'Piet', here: true }],
        on_move: null,
        captain,
        leader: captain,
        vote_ends_ms: null,
        votes: [],
        another: [],
        marks: [],
      });
    // Until the server has sent the captain, no member touches a piece.
    live.session?.touch(32);
    expect([acts(server), live.session?.handCounts, live.session?.free]).toEqual([[], false, false]);
    led(1);
    live.session?.touch(32);
    expect(acts(server)).toEqual([]);
    expect([live.session?.handCounts, live.session?.free]).toEqual([false, false]);
    led(2);
    expect([live.session?.handCounts, live.session?.free]).toEqual([true, true]);
    live.session?.touch(32);
    expect(acts(server)).toEqual(['touch']);
    live.close();
  });

  it('are sent as acts: touch, move, irregular move, correction', async () => {
    const server = new FakeServer({ conduct: { ...TOURNAMENT, colours_by_lot: false } });
    const live = await seated(server);
    live.session?.touch(32);
    expect(acts(server)).toEqual(['touch']);
    play(live, 33, 28); // another piece than the touched one
    expect([moves(live), live.session?.refusal === null]).toEqual([[], false]);
    play(live, 32, 28);
    server.other({ act: 'irregular', from: '20', to: '30', removed: [] });
    expect(live.session?.fault?.side).toBe('black');
    live.session?.correct();
    expect(acts(server)).toEqual(['touch', 'move', 'correct']);
    expect([moves(live), live.session?.live.side]).toEqual([['32-28'], 'black']);
    live.close();
  });
});

describe('the clock', () => {
  it('follows the server’s time, not the device’s', async () => {
    const ahead = 3_600_000;
    const server = new FakeServer({ clock: { initial_ms: 60_000, increment_ms: 0 } }, () => Date.now() + ahead);
    server.clock = { white_ms: 60_000, black_ms: 60_000, running: 'white', delay_ms: 0 };
    const live = await seated(server);
    await vi.advanceTimersByTimeAsync(5_000);
    live.tick();
    expect(live.clock.offset).toBe(ahead);
    expect(live.session?.clock?.white_ms).toBe(55_000);
    live.close();
  });

  it('stops on this screen at the moment of the move', async () => {
    const server = new FakeServer({ clock: { initial_ms: 60_000, increment_ms: 0 } }, Date.now);
    server.clock = { white_ms: 60_000, black_ms: 60_000, running: 'white', delay_ms: 0 };
    const live = await seated(server);
    await vi.advanceTimersByTimeAsync(2_000);
    server.wireNow.swallows = true;
    play(live, 32, 28);
    await vi.advanceTimersByTimeAsync(3_000);
    live.tick();
    expect(live.session?.clock?.white_ms).toBe(58_000);
    live.close();
  });

  it('that has run out on the other side is claimed once', async () => {
    const server = new FakeServer({ clock: { initial_ms: 60_000, increment_ms: 0 } }, Date.now);
    server.clock = { white_ms: 60_000, black_ms: 4_000, running: 'white', delay_ms: 0 };
    const live = await seated(server);
    server.clock = { white_ms: 60_000, black_ms: 4_000, running: 'black', delay_ms: 0 };
    play(live, 32, 28);
    for (let i = 0; i < 60; i += 1) {
      await vi.advanceTimersByTimeAsync(200);
      live.tick();
    }
    expect(acts(server)).toEqual(['move', 'flag']);
    expect(live.session?.over).toBe(false); // the server decides, and it still had time left
    live.close();
  });
});
