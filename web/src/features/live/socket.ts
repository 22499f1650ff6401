/**
 * The connection to the server for one seat: a WebSocket that is reopened when it is lost, validates frames, and measures the server's time. It knows nothing
 * about games; `live-game.svelte.ts` uses it. The socket factory, the clock and the random generator are injected for tests.
 */
import { read, ShapeError } from '../../api/shape';
import { type FromClient as ClientFrame, ToClient, type ToClient as ServerFrame } from '../../api/types';
import { ServerClock } from './server-clock';

/** The used part of a WebSocket. */
export interface WebSocketLike {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
}

/** The connection: `connecting` for the first time, `open`, or `lost` until it is open again. */
export type Connection = 'connecting' | 'open' | 'lost';

export interface SocketEvents {
  /** The socket is open: say hello. */
  opened(): void;
  heard(frame: ServerFrame): void;
  connection(now: Connection): void;
}

export interface SocketOptions {
  /** The server's clock, shared by the components that show times. */
  clock: ServerClock;
  make: () => WebSocketLike;
  now?: () => number;
  random?: () => number;
  /** Whether the connection is needed soon, which shortens the longest delay. */
  urgent?: () => boolean;
  /**
   * Whether the server answers at all. After a few failures it is asked before the next attempt, since browsers delay the sockets of a page whose sockets fail,
   * Firefox by up to a minute.
   */
  answers?: () => Promise<boolean>;
}

/** The delays before reopening the socket: doubled each time, minus up to half at random, so that many devices do not reconnect at the same moment. */
const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 15_000;
/** The longest delay while a player sits at a board, whose clock may run: all clients are back within five seconds of the server. */
const LONGEST_URGENT_MS = 4_000;
/** After this many failures the server is asked before the next attempt. */
const PROBE_AFTER_FAILURES = 4;
/** A ping each second at first, to measure the time, and then seldom. */
const QUICK_PINGS = 3;
const QUICK_MS = 1_000;
const PING_MS = 5_000;
/** Without a frame for this long the connection counts as dead. */
const SILENCE_MS = 12_000;
/** The timeout for opening a socket. */
const OPENING_MS = 8_000;

type Timer = ReturnType<typeof setTimeout>;

export class LiveSocket {
  readonly #options: Required<SocketOptions>;
  readonly #events: SocketEvents;
  #wire: WebSocketLike | null = null;
  #open = false;
  #closed = false;
  #failures = 0;
  #tries = 0;
  /** Whether the current delay cannot be shortened. */
  #rests = false;
  #timer: Timer | null = null;
  #pinging: Timer | null = null;
  #pings = 0;
  #sent = new Map<number, number>();
  #heardAt = 0;

  constructor(events: SocketEvents, options: SocketOptions) {
    this.#events = events;
    this.#options = { now: Date.now, random: Math.random, urgent: () => false, answers: async () => true, ...options };
  }

  /** Connects, also during a delay. */
  connect(): void {
    if (this.#closed || this.#wire || this.#rests) return;
    this.#stop();
    let wire: WebSocketLike;
    try {
      wire = this.#options.make();
    } catch {
      this.#again(); // the browser rejects the address, for example in a page without a server
      return;
    }
    this.#wire = wire;
    this.#timer = setTimeout(() => this.#lose(wire), OPENING_MS);
    wire.onopen = () => {
      if (wire !== this.#wire) return;
      this.#stop();
      this.#open = true;
      this.#heardAt = this.#options.now();
      this.#pings = 0;
      this.#sent.clear();
      this.#options.clock.forget();
      this.#events.connection('open');
      this.#events.opened();
      this.#ping();
    };
    wire.onmessage = ({ data }) => {
      if (wire === this.#wire) this.#hear(wire, data);
    };
    wire.onclose = () => this.#lose(wire);
  }

  /** Sends a frame. Returns whether the socket accepted it: only an answer shows that it arrived. */
  send(frame: ClientFrame): boolean {
    if (!this.#open || !this.#wire) return false;
    try {
      this.#wire.send(JSON.stringify(frame));
      return true;
    } catch {
      return false;
    }
  }

  /** The frames are valid: the delays start over at the next loss. */
  settled(): void {
    this.#failures = 0;
  }

  /** The network is back, or the page is visible again: checks at once whether the connection lives. */
  wake(): void {
    if (this.#closed) return;
    if (!this.#wire) this.connect();
    else if (this.#open) this.#ping();
  }

  /** This node cannot serve the seat, but another one may later: closes the connection, and reopens it after the given time. */
  rest(ms: number): void {
    if (this.#closed) return;
    this.#stop();
    const wire = this.#wire;
    this.#wire = null;
    this.#open = false;
    this.#tries += 1; // drops the answer of a running check of the server
    this.#rests = true;
    if (wire) {
      wire.onopen = wire.onmessage = wire.onclose = null;
      wire.close();
    }
    this.#events.connection('lost');
    this.#timer = setTimeout(() => {
      this.#rests = false;
      this.connect();
    }, ms);
  }

  close(): void {
    this.#closed = true;
    this.#stop();
    const wire = this.#wire;
    this.#wire = null;
    this.#open = false;
    wire?.close();
  }

  #hear(wire: WebSocketLike, data: unknown): void {
    this.#heardAt = this.#options.now();
    let frame: ServerFrame | null;
    try {
      frame = typeof data === 'string' ? readFrame(data) : null;
    } catch (error) {
      if (!(error instanceof ShapeError)) throw error;
      console.error(error);
      this.#lose(wire); // the frame is invalid: start again
      return;
    }
    if (frame?.frame === 'pong') {
      const sentAt = this.#sent.get(frame.number);
      this.#sent.delete(frame.number);
      if (sentAt !== undefined) this.#options.clock.answered(sentAt, frame.now_ms);
    }
    if (frame) this.#events.heard(frame);
  }

  #ping(): void {
    if (this.#pinging !== null) clearTimeout(this.#pinging);
    const wire = this.#wire;
    if (!this.#open || !wire) return;
    const now = this.#options.now();
    if (now - this.#heardAt > SILENCE_MS) {
      this.#lose(wire);
      return;
    }
    this.#pings += 1;
    this.#sent.set(this.#pings, now);
    this.send({ frame: 'ping', number: this.#pings });
    this.#pinging = setTimeout(() => this.#ping(), this.#pings <= QUICK_PINGS ? QUICK_MS : PING_MS);
  }

  #lose(wire: WebSocketLike): void {
    if (wire !== this.#wire) return;
    this.#wire = null;
    this.#open = false;
    wire.onopen = wire.onmessage = wire.onclose = null;
    wire.close();
    this.#again();
  }

  #again(): void {
    this.#stop();
    if (this.#closed) return;
    this.#events.connection('lost');
    const longest = Math.min(this.#options.urgent() ? LONGEST_URGENT_MS : LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#failures);
    this.#failures = Math.min(this.#failures + 1, 10);
    this.#timer = setTimeout(() => void this.#try(), longest * (1 - this.#options.random() / 2));
  }

  async #try(): Promise<void> {
    this.#timer = null;
    const tries = (this.#tries += 1);
    const there = this.#failures <= PROBE_AFTER_FAILURES || (await this.#options.answers());
    if (tries !== this.#tries || this.#closed || this.#wire) return; // another connection was opened meanwhile
    if (there) this.connect();
    else this.#again();
  }

  #stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#pinging !== null) clearTimeout(this.#pinging);
    this.#timer = this.#pinging = null;
  }
}

/** Reads a frame of the server. A frame or a phrase that only a newer server knows is null: it is ignored. */
export function readFrame(text: string): ServerFrame | null {
  let frame: unknown;
  try {
    frame = JSON.parse(text);
  } catch {
    throw new ShapeError('', 'JSON', text);
  }
  try {
    return read<ServerFrame>(ToClient, frame);
  } catch (error) {
    const isNewer = error instanceof ShapeError && typeof error.found === 'string' && (error.path === '.frame' || error.path === '.phrase');
    if (isNewer) return null;
    throw error;
  }
}

/** Opens the WebSocket of the server that this page came from. */
export function openWebSocket(): WebSocketLike {
  const address = new URL('api/v1/live', document.baseURI);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  address.hash = '';
  return new WebSocket(address) as unknown as WebSocketLike;
}
