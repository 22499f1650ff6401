/** A live game over a network that loses, doubles and delays: what the board shows, and what is sent again. */
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Door } from '../../../src/rules/door';
import { TOURNAMENT } from '../../../src/rules/types/conduct';
import { playReady } from '../wasm';
import { FakeServer } from './fake-server';

vi.stubGlobal('navigator', { languages: ['en'] });
const { LiveGame } = await import('../../../src/live/live-game.svelte');
type Live = InstanceType<typeof LiveGame>;

beforeAll(playReady);
beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

const WORDS = {
  event: (event: { act: { act: string } }, _own: unknown, answered: { kind: string } | null) => ['told', event.act.act, answered?.kind ?? ''].join(' ').trim(),
  refused: (code: string) => `refused ${code}`,
  said: (by: string, phrase: string) => `${by} ${phrase}`,
  noted: (want: { act: string }) => `noted ${want.act}`,
  whispered: (name: string, phrase: string) => `${name} whispers ${phrase}`,
};

let confirms = false;

async function seated(server: FakeServer): Promise<Live> {
  const door = new Door();
  confirms = false;
  const live = new LiveGame({
    seat: 's'.repeat(43),
    openGame: (record) => door.openGame(record),
    makeWire: server.wire,
    now: Date.now,
    random: () => 0,
    words: WORDS,
    confirms: () => confirms,
  });
  await vi.advanceTimersByTimeAsync(0);
  return live;
}

const moves = (live: Live): string[] => live.session?.live.history.map((move) => move.text) ?? [];
const play = (live: Live, from: number, to: number): void => void live.session?.tryMove({ from, to, via: [] });
const acts = (server: FakeServer): string[] => server.received.flatMap((it) => (it.frame === 'act' ? [`${it.want?.act}`] : []));

describe('the beginning of a game', () => {
  it('can be given up until each side has moved', async () => {
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
  it('tell who is waited for, and until when one moves', async () => {
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

describe('a board beside the game', () => {
  it('has the last position, and what is played on it stays there', async () => {
    const server = new FakeServer({ conduct: TOURNAMENT });
    const live = await seated(server);
    live.session?.touch(32);
    play(live, 32, 28);
    const aside = live.boardAside();
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

describe('what the players say', () => {
  it('is muted by whoever looks on, whoever of both says it', async () => {
    const server = new FakeServer();
    server.role = 'watcher';
    const live = await seated(server);
    const speak = (by: 'white' | 'black'): void => server.wireNow.deliver({ frame: 'said', by, phrase: 'hello' });
    speak('white');
    expect(live.said?.by).toBe('white');
    live.mute();
    expect(live.said).toBeNull();
    speak('white');
    speak('black');
    expect(live.said).toBeNull();
    live.mute(false);
    speak('black');
    expect(live.said?.by).toBe('black');
    live.close();
  });
});

describe('a game that is shown later', () => {
  it('has the clock of the moment that is shown', async () => {
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

describe('a move', () => {
  it('is on the board at once, and stays when the server has stored it', async () => {
    const server = new FakeServer();
    const live = await seated(server);
    expect(live.side).toBe('white');
    play(live, 32, 28);
    expect(moves(live)).toEqual(['32-28']);
    expect(live.sending).toBe(false); // the fake server answers at once
    expect(server.events.map((it) => it.act)).toMatchObject([{ act: 'move', move: '32-28', side: 'white' }]);
    server.other({ act: 'move', move: '19-23' });
    expect(moves(live)).toEqual(['32-28', '19-23']);
    expect(live.session?.hand).toBe('white');
    live.close();
  });

  it('is not taken from the other side', async () => {
    const server = new FakeServer();
    const live = await seated(server);
    play(live, 32, 28);
    expect(live.session?.hand).toBeNull();
    play(live, 19, 23);
    expect(server.events).toHaveLength(1);
    live.close();
  });

  it('leaves the board with the reason when it is refused', async () => {
    const server = new FakeServer();
    const live = await seated(server);
    server.loses = (frame) => frame.frame === 'event'; // the take-back by an arbiter, say: this device has not heard of it
    server.decide(null, 'another device', { act: 'move', move: '31-27' }, 'white');
    server.loses = () => false;
    play(live, 32, 28);
    // White has moved already: the server has another game than the board.
    expect(moves(live)).toEqual(['31-27']);
    expect(live.session?.remark).toMatch(/^refused /);
    live.close();
  });

  it('waits for the word of the user where that is wished', async () => {
    const server = new FakeServer();
    const live = await seated(server);
    confirms = true;
    play(live, 32, 28);
    expect([moves(live), live.held?.want, server.events]).toEqual([['32-28'], { act: 'move', move: '32-28', ply: 0 }, []]);
    live.reconsider();
    expect([moves(live), live.held, live.session?.hand]).toEqual([[], null, 'white']);
    play(live, 33, 28);
    live.confirm();
    expect(server.events.map((it) => it.act)).toMatchObject([{ move: '33-28' }]);
    expect([moves(live), live.held]).toEqual([['33-28'], null]);
    live.close();
  });

  it('that waits for that word is forgotten once another device has moved', async () => {
    const server = new FakeServer();
    const live = await seated(server);
    confirms = true;
    play(live, 32, 28);
    server.decide(null, 'another device', { act: 'move', move: '33-29' }, 'white');
    server.other({ act: 'move', move: '19-23' });
    expect([moves(live), live.held]).toEqual([['33-29', '19-23'], null]);
    live.close();
  });

  it('that was planned is played when it is the turn', async () => {
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

describe('a bad network', () => {
  it('that loses an answer makes nobody move twice', async () => {
    const server = new FakeServer();
    const live = await seated(server);
    server.loses = (frame) => frame.frame === 'done' || frame.frame === 'event';
    play(live, 32, 28);
    expect(live.sending).toBe(true);
    server.loses = () => false;
    server.wireNow.drop();
    expect(live.connection).toBe('lost');
    await vi.advanceTimersByTimeAsync(500);
    expect(live.connection).toBe('open');
    expect([moves(live), server.events.length, live.sending]).toEqual([['32-28'], 1, false]);
    live.close();
  });

  it('that loses a command gets the same one again, with its id', async () => {
    const server = new FakeServer();
    const live = await seated(server);
    server.wireNow.swallows = true;
    play(live, 32, 28);
    expect(server.events).toHaveLength(0);
    server.wireNow.drop();
    await vi.advanceTimersByTimeAsync(500);
    expect(server.events.map((it) => it.act)).toMatchObject([{ move: '32-28' }]);
    expect([moves(live), live.sending]).toEqual([['32-28'], false]);
    live.close();
  });

  it('that held a move up plays it in no other turn', async () => {
    const server = new FakeServer();
    const live = await seated(server);
    server.wireNow.swallows = true;
    play(live, 32, 28);
    // The same player goes on elsewhere, and the other side answers. The move that hung would be legal again.
    server.loses = () => true;
    server.decide(null, 'another device', { act: 'move', move: '33-29' }, 'white');
    server.other({ act: 'move', move: '19-23' });
    server.loses = () => false;
    server.wireNow.drop();
    await vi.advanceTimersByTimeAsync(500);
    expect(moves(live)).toEqual(['33-29', '19-23']);
    expect(live.session?.remark).toBe('refused another-position');
    play(live, 32, 28);
    expect(server.received.at(-1)?.want).toEqual({ act: 'move', move: '32-28', ply: 2 });
    expect(moves(live)).toEqual(['33-29', '19-23', '32-28']);
    live.close();
  });

  it('that swallows a command on an open socket gets it again after a while', async () => {
    const server = new FakeServer();
    const live = await seated(server);
    server.wireNow.swallows = true;
    play(live, 32, 28);
    await vi.advanceTimersByTimeAsync(1000);
    server.wireNow.swallows = false;
    for (let i = 0; i < 40; i += 1) {
      await vi.advanceTimersByTimeAsync(200);
      live.tick();
    }
    expect([server.events.length, live.sending]).toEqual([1, false]);
    expect(acts(server)).toEqual(['move']);
    live.close();
  });

  it('that doubles everything changes nothing', async () => {
    const server = new FakeServer();
    server.doubles = true;
    const live = await seated(server);
    play(live, 32, 28);
    server.other({ act: 'move', move: '19-23' });
    expect(moves(live)).toEqual(['32-28', '19-23']);
    live.close();
  });

  it('that loses an event is asked for it', async () => {
    const server = new FakeServer();
    const live = await seated(server);
    play(live, 32, 28);
    server.loses = (frame) => frame.frame === 'event';
    server.other({ act: 'move', move: '20-24' });
    server.loses = () => false;
    expect(moves(live)).toEqual(['32-28']);
    server.decide(null, 'device two', { act: 'move', move: '28-23' }, 'white');
    expect(moves(live)).toEqual(['32-28', '20-24', '28x19'].slice(0, 2).concat(moves(live).slice(2)));
    expect(moves(live)).toHaveLength(3);
    expect(server.received.filter((it) => it.frame === 'hello').map((it) => it.have)).toEqual([0, 1]);
    live.close();
  });

  it('that is dead without saying so is noticed', async () => {
    const server = new FakeServer();
    const live = await seated(server);
    server.answersPings = false;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(server.wires.length).toBeGreaterThan(1);
    server.answersPings = true;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(live.connection).toBe('open');
    live.close();
  });

  it('that brings nonsense is left for a new connection', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    const server = new FakeServer();
    const live = await seated(server);
    server.wireNow.say('{"frame":"event","event":{"number":-1}}');
    expect(live.connection).toBe('lost');
    await vi.advanceTimersByTimeAsync(500);
    expect([live.connection, server.wires.length]).toEqual(['open', 2]);
    server.wireNow.say('{"frame":"something-new"}'); // what a later server may say is passed over
    expect(live.connection).toBe('open');
    expect(error).toHaveBeenCalledTimes(1);
    error.mockRestore();
    live.close();
  });

  it('whose server was put back to an older state is followed', async () => {
    const server = new FakeServer();
    const live = await seated(server);
    play(live, 32, 28);
    server.other({ act: 'move', move: '19-23' });
    server.wireNow.drop();
    server.events = server.events.slice(0, 1);
    await vi.advanceTimersByTimeAsync(500);
    expect(moves(live)).toEqual(['32-28']);
    server.other({ act: 'move', move: '20-24' });
    expect(moves(live)).toEqual(['32-28', '20-24']);
    live.close();
  });

  it('that kept events back tells the last of them, and nothing of before', async () => {
    const server = new FakeServer({ clock: { initial_ms: 600_000, increment_ms: 0 } });
    const live = await seated(server);
    play(live, 32, 28);
    server.other({ act: 'move', move: '19-23' });
    server.asked = [{ by: 'black', for: { kind: 'pause', at_most_ms: 60_000 } }];
    server.other({ act: 'ask', for: { kind: 'pause', at_most_ms: 60_000 } });
    server.decide(null, 'own device', { act: 'agree' }, 'white');
    server.asked = [];
    expect(live.session?.remark).toBe('told agree pause');
    // The pause ends, and more is asked and declined, while nobody can tell it.
    server.wireNow.drop();
    server.events.push({ number: server.events.length + 1, command: null, act: { act: 'resume', at_ms: server.now() } });
    await vi.advanceTimersByTimeAsync(500);
    expect(live.session?.remark).toBe('told resume');
    server.wireNow.drop();
    server.other({ act: 'ask', for: { kind: 'more-time', ms: 60_000 } });
    server.decide(null, 'own device again', { act: 'decline' }, 'white');
    await vi.advanceTimersByTimeAsync(500);
    expect(live.session?.remark).toBe('told decline more-time');
    // Where nothing has happened meanwhile, what was said stays.
    server.wireNow.drop();
    await vi.advanceTimersByTimeAsync(500);
    expect([live.connection, live.session?.remark]).toEqual(['open', 'told decline more-time']);
    live.close();
  });

  it('tells nothing of who is there', async () => {
    const server = new FakeServer();
    const live = await seated(server);
    server.wireNow.deliver({ frame: 'presence', white: true, black: false, watching: 2, absent: { side: 'black', claim_at_ms: 1_030_000 } });
    expect([live.presence?.black, live.claimIn]).toEqual([false, 30_000]);
    server.wireNow.drop();
    expect([live.presence, live.claimIn, live.awaited]).toEqual([null, null, null]);
    await vi.advanceTimersByTimeAsync(500);
    expect(live.presence?.black).toBe(true);
    live.close();
  });

  const DAYS = { initial_ms: 1_000, increment_ms: 3 * 86_400_000, bonus: 'delay' } as const;
  const BLITZ = { initial_ms: 300_000, increment_ms: 3_000 };

  it.each([
    ['is tried every few seconds while the game goes on', 'white', { clock: null }, false, 4_000],
    ['is tried at longer distances where a move has days', 'white', { clock: DAYS }, false, 15_000],
    ['is tried every few seconds by the side that has minutes, whatever the other one has', 'black', { clock: DAYS, black_clock: BLITZ }, false, 4_000],
    ['is tried at longer distances by the side that has days, whatever the other one has', 'black', { clock: BLITZ, black_clock: DAYS }, false, 15_000],
    ['is tried at longer distances once the game is over', 'white', { clock: null }, true, 15_000],
  ] as const)('%s', async (_, side, clocks, over, longest) => {
    const server = new FakeServer(clocks);
    server.role = side;
    const live = await seated(server);
    if (over) server.other({ act: 'resign' });
    expect(live.session?.over).toBe(over);
    server.down = true;
    server.wireNow.drop();
    await vi.advanceTimersByTimeAsync(90_000);
    // At a moment between two tries.
    const tries = server.wires.length;
    while (server.wires.length === tries) await vi.advanceTimersByTimeAsync(10);
    server.down = false;
    await vi.advanceTimersByTimeAsync(longest - 100);
    expect(live.connection).toBe('lost');
    await vi.advanceTimersByTimeAsync(200);
    expect(live.connection).toBe('open');
    live.close();
  });

  it('opens no sockets in vain for long: it asks whether the server answers', async () => {
    const server = new FakeServer();
    const door = new Door();
    const answers = vi.fn(async () => !server.down);
    const live = new LiveGame({ seat: 's'.repeat(43), openGame: (record) => door.openGame(record), makeWire: server.wire, answers, now: Date.now, random: () => 0, words: WORDS });
    await vi.advanceTimersByTimeAsync(0);
    server.down = true;
    server.wireNow.drop();
    await vi.advanceTimersByTimeAsync(600_000);
    // The connection that there was, and a few tries; after that the server was asked every four seconds.
    expect(server.wires.length).toBe(5);
    expect(answers.mock.calls.length).toBeGreaterThan(140);
    server.down = false;
    await vi.advanceTimersByTimeAsync(4_100);
    expect([live.connection, server.wires.length]).toEqual(['open', 6]);
    // The next loss is the first one again.
    const asked = answers.mock.calls.length;
    server.wireNow.drop();
    await vi.advanceTimersByTimeAsync(500);
    expect([live.connection, answers.mock.calls.length]).toEqual(['open', asked]);
    live.close();
  });

  it('connects once, also where it was woken while it asked', async () => {
    const server = new FakeServer();
    const door = new Door();
    let answer: ((there: boolean) => void) | null = null;
    const live = new LiveGame({
      seat: 's'.repeat(43), openGame: (record) => door.openGame(record), makeWire: server.wire,
      answers: () => new Promise<boolean>((resolve) => (answer = resolve)),
      now: Date.now, random: () => 0, words: WORDS,
    });
    await vi.advanceTimersByTimeAsync(0);
    server.down = true;
    server.wireNow.drop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(answer).not.toBeNull();
    const tries = server.wires.length;
    server.down = false;
    live.wake();
    await vi.advanceTimersByTimeAsync(0);
    (answer as ((there: boolean) => void) | null)?.(false);
    await vi.advanceTimersByTimeAsync(20_000);
    expect([live.connection, server.wires.length]).toEqual(['open', tries + 1]);
    live.close();
  });

  it('is there at once where the server is known to answer', async () => {
    const server = new FakeServer();
    const live = await seated(server);
    server.down = true;
    server.wireNow.drop();
    await vi.advanceTimersByTimeAsync(60_000);
    const tries = server.wires.length;
    while (server.wires.length === tries) await vi.advanceTimersByTimeAsync(10);
    server.down = false;
    live.serverAnswers();
    await vi.advanceTimersByTimeAsync(0);
    expect([live.connection, server.wires.length]).toEqual(['open', tries + 2]);
    live.serverAnswers(); // a connection that lives is left alone
    expect(server.wires.length).toBe(tries + 2);
    live.close();
  });

  it('is tried again at growing distances', async () => {
    const server = new FakeServer();
    const live = await seated(server);
    const wire = server.wire;
    let tries = 0;
    server.wireNow.drop();
    server.wire = () => {
      throw new Error('not used');
    };
    live.close();
    const failing = new LiveGame({
      seat: 's'.repeat(43),
      openGame: () => {
        throw new Error('no game comes');
      },
      makeWire: () => {
        tries += 1;
        throw new Error('refused');
      },
      now: Date.now,
      random: () => 0,
      words: WORDS,
    });
    await vi.advanceTimersByTimeAsync(400 + 800 + 1600 + 10);
    expect(tries).toBe(4);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(tries).toBeLessThan(20);
    failing.close();
    expect(typeof wire).toBe('function');
  });
});

describe('a seat', () => {
  it('that looks on can do nothing', async () => {
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

  it('that nobody knows is told so, and no longer asks', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    const server = new FakeServer();
    const live = await seated(server);
    server.wireNow.deliver({ frame: 'trouble', code: 'unknown-seat', detail: '', retry_after_ms: null });
    await vi.advanceTimersByTimeAsync(60_000);
    expect([live.gone, server.wires.length]).toEqual(['unknown-seat', 1]);
    error.mockRestore();
    live.close();
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

  it('hears what the other side says, unless it does not want to', async () => {
    const server = new FakeServer();
    const live = await seated(server);
    server.wireNow.deliver({ frame: 'said', by: 'black', phrase: 'hello' });
    expect([live.said?.phrase, live.session?.spoken]).toEqual(['hello', 'black hello']);
    live.mute();
    expect(live.said).toBeNull();
    server.wireNow.deliver({ frame: 'said', by: 'black', phrase: 'sorry' });
    expect(live.said).toBeNull();
    live.mute(false);
    server.wireNow.deliver({ frame: 'said', by: 'black', phrase: 'thanks' });
    expect(live.said?.phrase).toBe('thanks');
    expect(live.say('back')).toBe(true);
    live.mute();
    expect(live.said?.phrase).toBe('back'); // what was said by oneself stays
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
      voices: [{ member: 1, want: { act: 'move', move: '31-27' } }],
      another: [],
      marks: [{ member: 1, squares: [28], arrows: [[32, 28]] }],
    });
    expect(live.team?.marks[0]?.arrows).toEqual([[32, 28]]);
    play(live, 32, 28);
    await vi.advanceTimersByTimeAsync(0);
    expect([moves(live), acts(server), live.sending]).toEqual([[], ['move'], false]);
    expect(live.session?.spoken).toContain('noted move');
    // The same again is another wish, and not one that waits for an answer.
    for (const _ of [1, 2]) {
      live.want({ act: 'resign' });
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(acts(server)).toEqual(['move', 'resign', 'resign']);
    server.notes = false;
    server.other({ act: 'move', move: '32-28' }, 'white');
    expect(moves(live)).toEqual(['32-28']);
    server.wireNow.deliver({ frame: 'whispered', by: 1, phrase: 'danger' });
    expect([live.whispered?.name, live.session?.spoken]).toEqual(['Awa', 'Awa whispers danger']);
    live.close();
  });

  it('may claim the game once the other side has been away for long enough', async () => {
    const server = new FakeServer();
    const live = await seated(server);
    expect(live.claimIn).toBeNull();
    server.wireNow.deliver({ frame: 'presence', white: true, black: false, watching: 0, absent: { side: 'black', claim_at_ms: live.now + 40_000 } });
    expect(live.claimIn).toBe(40_000);
    server.wireNow.deliver({ frame: 'presence', white: true, black: false, watching: 0, absent: { side: 'white', claim_at_ms: live.now } });
    expect(live.claimIn).toBeNull(); // one's own absence is nothing to claim
    server.wireNow.deliver({ frame: 'presence', white: true, black: false, watching: 0, absent: { side: 'black', claim_at_ms: live.now - 1 } });
    expect(live.claimIn).toBe(0);
    live.close();
  });

  it('is asked, and answers', async () => {
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

describe('customs', () => {
  it('of the hand are for whoever is to move for a team', async () => {
    const server = new FakeServer({ conduct: { ...TOURNAMENT, colours_by_lot: false } });
    const live = await seated(server);
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
        voices: [],
        another: [],
        marks: [],
      });
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

  it('of the table are sent as they are kept: touched, played, irregular, corrected', async () => {
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
  it('is the server’s, whatever the device’s own shows', async () => {
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

  it('stands still on this screen from the moment of the move', async () => {
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

  it('that has run out on the other side is reported once', async () => {
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
    expect(live.session?.over).toBe(false); // the server decides, and it saw time left
    live.close();
  });
});

describe('another game', () => {
  it('that somebody wants is seen by whoever comes later, and so is one’s own wish', async () => {
    const server = new FakeServer();
    let live = await seated(server);
    live.want({ act: 'resign' });
    live.close();
    server.rematch = { white: false, black: true, game: null };
    live = await seated(server);
    expect(live.session?.over).toBe(true);
    expect([live.rematch, live.wantsRematch]).toEqual([{ by: 'black', game: null }, false]);
    live.close();
    server.rematch = { white: true, black: false, game: null };
    live = await seated(server);
    expect([live.rematch, live.wantsRematch]).toEqual([null, true]);
    live.close();
    server.rematch = { white: false, black: false, game: 'next' };
    live = await seated(server);
    expect(live.rematch?.game).toBe('next');
    expect(live.goesOn).toBe(false); // it had begun before
    live.close();
  });

  it('is gone on to by whoever was there when it began, and seen by those who look on', async () => {
    const server = new FakeServer();
    let live = await seated(server);
    live.want({ act: 'resign' });
    server.wireNow.deliver({ frame: 'rematch', by: 'black', game: null });
    expect(live.goesOn).toBe(false);
    server.wireNow.deliver({ frame: 'rematch', by: 'white', game: 'next' });
    expect([live.goesOn, live.rematch?.game]).toEqual([true, 'next']);
    live.close();
    server.role = 'watcher';
    server.rematch = { white: true, black: false, game: null };
    live = await seated(server);
    expect([live.side, live.rematch]).toEqual([null, null]);
    live.close();
    server.rematch = { white: false, black: false, game: 'next' };
    live = await seated(server);
    expect([live.rematch?.game, live.wantsRematch, live.goesOn]).toEqual(['next', false, false]);
    live.close();
  });
});
