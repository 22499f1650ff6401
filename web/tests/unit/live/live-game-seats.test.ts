/** The seats of a live game: spectators, players, requests, phrases and rematches. */
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ToClient as ServerFrame } from '../../../src/api/types';
import { playReady } from '../wasm';
import { FakeServer } from './fake-server';
import { acts, moves, play, seated } from './seated';

beforeAll(playReady);
beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

describe('chat phrases', () => {
  it('can be muted by a spectator, for both sides', async () => {
    const server = new FakeServer();
    server.role = 'watcher';
    const live = await seated(server);
    const speak = (by: 'white' | 'black'): void => server.wireNow.deliver({ frame: 'said', by, phrase: 'hello' });
    speak('white');
    expect(live.talk.said?.by).toBe('white');
    live.talk.mute();
    expect(live.talk.said).toBeNull();
    speak('white');
    speak('black');
    expect(live.talk.said).toBeNull();
    live.talk.mute(false);
    speak('black');
    expect(live.talk.said?.by).toBe('black');
    live.close();
  });
});

describe('a game with a spectator delay', () => {
  it('has the clock of the shown moment', async () => {
    const server = new FakeServer();
    server.role = 'watcher';
    server.delay = 60_000;
    server.clock = { white_ms: 30_000, black_ms: 30_000, running: 'white', delay_ms: 0 };
    const state = server.state.bind(server);
    server.state = () => ({ ...state(), at_ms: server.now() - server.delay });
    const live = await seated(server);
    live.tick();
    expect(live.session?.clock?.white_ms).toBe(30_000);
    vi.setSystemTime(1_010_000);
    live.tick();
    expect(live.session?.clock?.white_ms).toBe(20_000);
    expect(live.now).toBe(950_000);
    live.close();
  });
});

describe('a seat', () => {
  it('of a spectator sends no commands', async () => {
    const server = new FakeServer();
    server.role = 'watcher';
    const live = await seated(server);
    play(live, 32, 28);
    live.want({ act: 'resign' });
    expect([live.session?.hand, live.session?.planner, server.received.filter((it) => it.frame === 'act')]).toEqual([null, null, []]);
    server.other({ act: 'move', move: '32-28' }, 'white');
    expect(moves(live)).toEqual(['32-28']);
    live.close();
  });

  it('of no game shows that, and does not reconnect', async () => {
    const code = 'unknown-seat';
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    const server = new FakeServer();
    const live = await seated(server);
    server.wireNow.deliver({ frame: 'trouble', code, detail: '', retry_after_ms: null });
    await vi.advanceTimersByTimeAsync(60_000);
    expect([live.gone, server.wires.length]).toEqual([code, 1]);
    error.mockRestore();
    live.close();
  });

  it('of an unreadable game shows that, and retries about once a minute until a server can read it', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    const server = new FakeServer();
    const live = await seated(server);
    play(live, 32, 28);
    const unreadable: ServerFrame = { frame: 'trouble', code: 'game-unreadable', detail: '', retry_after_ms: null };
    server.wireNow.deliver(unreadable);
    const is = (): unknown[] => [live.gone, live.connection, server.wires.length];
    expect(is()).toEqual(['game-unreadable', 'lost', 1]);
    // No event makes it retry sooner.
    live.wake();
    live.serverAnswers();
    await vi.advanceTimersByTimeAsync(44_000);
    expect(is()).toEqual(['game-unreadable', 'lost', 1]);
    // For ten minutes every node gives the same answer.
    server.loses = (frame) => frame.frame === 'welcome';
    for (let second = 0; second < 600; second += 1) {
      await vi.advanceTimersByTimeAsync(1_000);
      if (live.connection === 'open') server.wireNow.deliver(unreadable);
    }
    expect(live.gone).toBe('game-unreadable');
    expect(server.wires.length).toBeGreaterThanOrEqual(9);
    expect(server.wires.length).toBeLessThanOrEqual(15);
    // Then a node can read it.
    server.loses = () => false;
    await vi.advanceTimersByTimeAsync(75_000);
    expect([live.gone, live.connection, moves(live), live.commands.sending]).toEqual([null, 'open', ['32-28'], false]);
    const before = server.wires.length;
    await vi.advanceTimersByTimeAsync(300_000);
    expect([live.gone, server.wires.length]).toEqual([null, before]);
    error.mockRestore();
    live.close();
  });

  it('of an unreadable game does not retry once the page is left', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    const server = new FakeServer();
    const live = await seated(server);
    server.wireNow.deliver({ frame: 'trouble', code: 'game-unreadable', detail: '', retry_after_ms: null });
    live.close();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(server.wires.length).toBe(1);
    error.mockRestore();
  });

  it('sends its commands again when the server can store again', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    const server = new FakeServer();
    const live = await seated(server);
    server.wireNow.swallows = true;
    play(live, 32, 28);
    server.wireNow.swallows = false;
    server.wireNow.deliver({ frame: 'trouble', code: 'unavailable', detail: '', retry_after_ms: 700 });
    expect(live.unavailable).toBe(true);
    await vi.advanceTimersByTimeAsync(700);
    expect([server.events.length, live.unavailable]).toEqual([1, false]);
    error.mockRestore();
    live.close();
  });

  it('receives the opponent’s phrases unless muted', async () => {
    const server = new FakeServer();
    const live = await seated(server);
    server.wireNow.deliver({ frame: 'said', by: 'black', phrase: 'hello' });
    expect([live.talk.said?.phrase, live.session?.spoken]).toEqual(['hello', 'black hello']);
    live.talk.mute();
    expect(live.talk.said).toBeNull();
    server.wireNow.deliver({ frame: 'said', by: 'black', phrase: 'sorry' });
    expect(live.talk.said).toBeNull();
    live.talk.mute(false);
    server.wireNow.deliver({ frame: 'said', by: 'black', phrase: 'thanks' });
    expect(live.talk.said?.phrase).toBe('thanks');
    expect(live.talk.say('back')).toBe(true);
    live.talk.mute();
    expect(live.talk.said?.phrase).toBe('back'); // the player's own phrase stays
    live.close();
  });

  it('of a team proposes moves, which leave the board until the team has decided', async () => {
    const server = new FakeServer();
    const live = await seated(server);
    server.notes = true;
    server.wireNow.deliver({
      frame: 'team',
      you: 2,
      deciding: { way: 'vote', within_s: 30 },
      members: [{ number: 1, name: 'Awa', here: true }, { number: 2, name: 'Piet', here: true }],
      on_move: null,
      captain: null,
      leader: null,
      vote_ends_ms: 1_030_000,
      votes: [{ member: 1, want: { act: 'move', move: '31-27' } }],
      another: [],
      marks: [{ member: 1, squares: [28], arrows: [[32, 28]] }],
    });
    expect(live.team?.marks[0]?.arrows).toEqual([[32, 28]]);
    play(live, 32, 28);
    await vi.advanceTimersByTimeAsync(0);
    expect([moves(live), acts(server), live.commands.sending]).toEqual([[], ['move'], false]);
    expect(live.session?.spoken).toContain('noted move');
    // The same command again is a new one, not a retry.
    for (const _ of [1, 2]) {
      live.want({ act: 'resign' });
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(acts(server)).toEqual(['move', 'resign', 'resign']);
    server.notes = false;
    server.other({ act: 'move', move: '32-28' }, 'white');
    expect(moves(live)).toEqual(['32-28']);
    server.wireNow.deliver({ frame: 'whispered', by: 1, phrase: 'danger' });
    expect([live.talk.whispered?.name, live.session?.spoken]).toEqual(['Awa', 'Awa whispers danger']);
    live.close();
  });

  it('may claim the game once the other side has been away for long enough', async () => {
    const server = new FakeServer();
    const live = await seated(server);
    expect(live.claimIn).toBeNull();
    server.wireNow.deliver({ frame: 'presence', white: true, black: false, watching: 0, absent: { side: 'black', claim_at_ms: live.now + 40_000 } });
    expect(live.claimIn).toBe(40_000);
    server.wireNow.deliver({ frame: 'presence', white: true, black: false, watching: 0, absent: { side: 'white', claim_at_ms: live.now } });
    expect(live.claimIn).toBeNull(); // one's own absence cannot be claimed
    server.wireNow.deliver({ frame: 'presence', white: true, black: false, watching: 0, absent: { side: 'black', claim_at_ms: live.now - 1 } });
    expect(live.claimIn).toBe(0);
    live.close();
  });

  it('receives a request and answers it', async () => {
    const server = new FakeServer({ clock: { initial_ms: 60_000, increment_ms: 0 } });
    const live = await seated(server);
    play(live, 32, 28);
    server.asked = [{ by: 'white', for: { kind: 'take-back', plies: 1 } }, { by: 'black', for: { kind: 'pause', at_most_ms: 60_000 } }];
    server.other({ act: 'ask', for: { kind: 'pause', at_most_ms: 60_000 } });
    expect([live.askedOfMe?.for.kind, live.askedByMe?.for.kind]).toEqual(['pause', 'take-back']);
    server.asked = [];
    live.want({ act: 'agree', to: { kind: 'pause', at_most_ms: 60_000 } });
    expect([live.askedOfMe, server.events.at(-1)?.act.act]).toEqual([null, 'agree']);
    live.close();
  });
});

describe('a rematch', () => {
  it('offered by the player’s other device counts as the player’s own offer', async () => {
    const server = new FakeServer();
    const live = await seated(server);
    live.want({ act: 'resign' });
    server.wireNow.deliver({ frame: 'rematch', by: 'white', game: null });
    expect([live.another.wanted, live.another.mine]).toEqual([null, true]);
    server.wireNow.deliver({ frame: 'rematch', by: 'black', game: null });
    expect([live.another.wanted, live.another.mine]).toEqual([{ by: 'black', game: null }, true]);
    live.close();
  });

  it('offered earlier is shown to seats that connect later, also the player’s own offer', async () => {
    const server = new FakeServer();
    let live = await seated(server);
    live.want({ act: 'resign' });
    live.close();
    server.rematch = { white: false, black: true, game: null };
    live = await seated(server);
    expect(live.session?.over).toBe(true);
    expect([live.another.wanted, live.another.mine]).toEqual([{ by: 'black', game: null }, false]);
    live.close();
    server.rematch = { white: true, black: false, game: null };
    live = await seated(server);
    expect([live.another.wanted, live.another.mine]).toEqual([null, true]);
    // The opponent's offer expired while there was no connection.
    server.wireNow.deliver({ frame: 'rematch', by: 'black', game: null });
    expect(live.another.wanted).toEqual({ by: 'black', game: null });
    server.wireNow.drop();
    await vi.advanceTimersByTimeAsync(500);
    expect([live.connection, live.another.wanted]).toEqual(['open', null]);
    live.close();
    server.rematch = { white: false, black: false, game: 'next' };
    live = await seated(server);
    expect(live.another.wanted?.game).toBe('next');
    expect(live.another.goesOn).toBe(false); // it had begun before
    live.close();
  });

  it('opens for the connected players when it begins, and is shown to spectators', async () => {
    const server = new FakeServer();
    let live = await seated(server);
    live.want({ act: 'resign' });
    server.wireNow.deliver({ frame: 'rematch', by: 'black', game: null });
    expect(live.another.goesOn).toBe(false);
    server.wireNow.deliver({ frame: 'rematch', by: 'white', game: 'next' });
    expect([live.another.goesOn, live.another.wanted?.game]).toEqual([true, 'next']);
    live.close();
    server.role = 'watcher';
    server.rematch = { white: true, black: false, game: null };
    live = await seated(server);
    expect([live.side, live.another.wanted]).toEqual([null, null]);
    live.close();
    server.rematch = { white: false, black: false, game: 'next' };
    live = await seated(server);
    expect([live.another.wanted?.game, live.another.mine, live.another.goesOn]).toEqual(['next', false, false]);
    live.close();
  });
});
