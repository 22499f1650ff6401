/**
 * A fake server for one live game: it decides with the real rules, keeps a journal, answers a repeated command identically, and loses, duplicates or withholds
 * frames on request.
 */
import type { Event as LiveEvent, State as LiveState, ToClient as ServerFrame, Want } from '../../../src/api/types';
import type { WebSocketLike } from '../../../src/features/live/socket';
import { RulesBinding } from '../../../src/rules/binding';
import type { GameAct, GameRecord, GameSettings, Outcome, Side } from '../../../src/rules/model';

type Sent = { frame: string; id?: string; want?: Want; have?: number; seat?: string; number?: number; phrase?: string };

export class FakeServer {
  readonly setup: GameRecord;
  readonly #binding = new RulesBinding();
  events: LiveEvent[] = [];
  ending: Outcome | null = null;
  /** The server's clock. */
  now: () => number;
  wires: FakeWire[] = [];
  /** All received frames. */
  received: Sent[] = [];
  /** Which of the server's frames are lost. */
  loses: (frame: ServerFrame) => boolean = () => false;
  /** Whether commands of the seat are only noted, as for a team member who does not decide. */
  notes = false;
  /** Whether every frame arrives twice. */
  doubles = false;
  asked: LiveState['asked'] = [];
  clock: LiveState['clock'] = null;
  role: 'white' | 'black' | 'watcher' = 'white';
  /** How long ago the events happened when they are sent. */
  delay = 0;
  /** Whether it is unreachable. */
  down = false;
  /** Whether pings are answered; without answers the connection is dead. */
  answersPings = true;

  constructor(settings: Partial<GameSettings> = {}, now: () => number = () => 1_000_000) {
    this.now = now;
    const game = this.#binding.newGame(
      'international',
      {
        start: null,
        clock: null,
        white: { kind: 'person', name: 'Awa' },
        black: { kind: 'person', name: 'Piet' },
        few_pieces: 'fresh',
        seating: 'apart',
        ...settings,
      },
      now(),
    );
    this.setup = game.record();
    game.free();
  }

  /** A socket to this server. */
  wire = (): WebSocketLike => {
    const wire = new FakeWire(this);
    this.wires.push(wire);
    queueMicrotask(() => (this.down ? wire.drop() : wire.onopen?.()));
    return wire;
  };

  get wireNow(): FakeWire {
    const wire = this.wires.at(-1);
    if (!wire) throw new Error('no client has connected');
    return wire;
  }

  /** The deadline of the first move; null once both have moved. */
  firstMoveBy: number | null = null;

  /** The rematch offers. */
  rematch: { white: boolean; black: boolean; game: string | null } | null = null;

  state(): LiveState {
    return { clock: this.clock, at_ms: this.now(), turn: this.firstMoveBy === null ? null : this.role === 'black' ? 'black' : 'white', offer: null, asked: this.asked, paused_until_ms: null, held: false, awaits_first_moves: this.firstMoveBy !== null, first_move_by_ms: this.firstMoveBy, ending: this.ending };
  }

  hear(wire: FakeWire, frame: Sent): void {
    this.received.push(frame);
    if (frame.frame === 'hello') this.welcome(wire, frame.have ?? 0);
    else if (frame.frame === 'ping' && this.answersPings) wire.deliver({ frame: 'pong', number: frame.number ?? 0, now_ms: this.now() });
    else if (frame.frame === 'act' && frame.id && this.notes) queueMicrotask(() => wire.deliver({ frame: 'noted', id: frame.id ?? '' }));
    else if (frame.frame === 'act' && frame.id && frame.want) this.decide(wire, frame.id, frame.want, this.role === 'black' ? 'black' : 'white');
  }

  welcome(wire: FakeWire, have: number): void {
    const known = have > this.events.length ? 0 : have;
    wire.deliver({
      frame: 'welcome',
      game: '0190-game',
      role: this.role,
      now_ms: this.now(),
      setup: this.setup,
      events: this.events.slice(known),
      state: this.state(),
      presence: { white: true, black: true, watching: 0, absent: null },
      rematch: this.rematch,
      delay_ms: this.delay,
      ratings: null,
    });
  }

  decide(wire: FakeWire | null, id: string, want: Want, side: Side): void {
    const before = this.events.find((it) => it.command === id);
    if (before) {
      wire?.deliver({ frame: 'done', id, number: before.number });
      return;
    }
    // A command for another position does not enter the journal.
    const { ply, ...wanted } = want.act === 'agree' ? { act: want.act, ply: undefined } : { ply: undefined, ...want };
    const act = { ...wanted, ...('side' in want ? {} : { side }), at_ms: this.now() } as unknown as GameAct;
    const played = this.#played();
    const isLate = ply !== undefined && ply !== played && (played % 2 === 0 ? 'white' : 'black') === side;
    const made = isLate ? 'another-position' : this.#after(act);
    if (typeof made === 'string') {
      wire?.deliver({ frame: 'refused', id, code: made, detail: made, version: this.events.length });
      return;
    }
    this.ending = made.ending;
    const event: LiveEvent = { number: this.events.length + 1, command: id, act };
    this.events.push(event);
    wire?.deliver({ frame: 'done', id, number: event.number });
    this.tell(event);
  }

  /** Sends a frame to every connection. */
  tell(event: LiveEvent): void {
    if (!this.down) for (const wire of this.wires) wire.deliver({ frame: 'event', event, state: this.state() });
  }

  /** The other player moves. */
  other(want: Want, side: Side = 'black'): void {
    this.decide(null, `other-${this.events.length}`, want, side);
  }

  /** The number of moves, without those taken back. */
  #played(): number {
    const game = this.#binding.openGame({ ...this.setup, acts: this.events.map((it) => it.act), ending: this.ending });
    const { ply } = game.view(this.now(), 'en');
    game.free();
    return ply;
  }

  /** The record after an act, or the code of its refusal. */
  #after(act: GameAct): GameRecord | string {
    const acts = [...this.events.map((it) => it.act), act];
    const ended: (Outcome | null)[] = [
      null,
      ...(['white', 'black'] as const).flatMap((winner) => (['resignation', 'no-pieces', 'no-moves'] as const).map((reason) => ({ winner, reason }))),
    ];
    let code = 'not-legal';
    for (const ending of ended) {
      const record: GameRecord = { ...this.setup, acts, ending };
      try {
        const game = this.#binding.openGame(record);
        game.free();
        return record;
      } catch (error) {
        code = (error as { code?: string }).code ?? code;
      }
    }
    return code === 'other-ending' ? 'not-legal' : code;
  }
}

export class FakeWire implements WebSocketLike {
  readonly #server: FakeServer;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  #closed = false;
  /** Whether what the page sends arrives. */
  swallows = false;

  constructor(server: FakeServer) {
    this.#server = server;
  }

  send(text: string): void {
    if (this.#closed) throw new Error('the socket is closed');
    if (!this.swallows) this.#server.hear(this, JSON.parse(text) as Sent);
  }

  deliver(frame: ServerFrame): void {
    if (this.#closed || this.#server.loses(frame)) return;
    this.say(JSON.stringify(frame));
    if (this.#server.doubles) this.say(JSON.stringify(frame));
  }

  /** Sends any text. */
  say(text: string): void {
    this.onmessage?.({ data: text });
  }

  close(): void {
    this.#closed = true;
  }

  /** Cuts the connection. */
  drop(): void {
    this.#closed = true;
    this.onclose?.();
  }
}
