/**
 * What the pages of a broadcast ask of the server, over HTTP (docs/live-protocol.md, "A broadcast"). Each call returns a typed result; that there
 * is no server is a result too. The runner's secret is sent in a header, never in an address. Keeps nothing.
 */
import type { LiveAnswer } from '../live/api';
import { count, fields, list, oneOf, orNull, string, time } from '../live/frames';

/** What was agreed about a broadcast. */
export interface BroadcastSettings {
  title: string;
  place: string;
  date: string;
  rounds: number;
  /** How many minutes later those see it who look on. */
  delay_min: number;
  /** The game of the family where a file does not say it. */
  variant: string;
}

export type BoardResult = 'white' | 'black' | 'draw' | 'nobody';

/** A board with its moves. */
export interface BoardNow {
  board: number;
  variant: string;
  /** The FEN from which it began, where that is not the usual start. */
  start: string | null;
  white: string;
  black: string;
  moves: string[];
  result: BoardResult | null;
  clocks: { white_s: number | null; black_s: number | null };
  /** The position after the moves; null where this server can no longer play them. */
  fen: string | null;
  changed_ms: number;
  corrected: { ply: number; at_ms: number } | null;
}

/** A board without its moves. */
export interface ResultNow {
  board: number;
  white: string;
  black: string;
  result: BoardResult | null;
  plies: number;
}

export interface RoundResults {
  round: number;
  boards: ResultNow[];
}

/** A broadcast, as everybody sees it. */
export interface ShownBroadcast {
  id: string;
  settings: BroadcastSettings;
  results: RoundResults[];
  now_ms: number;
}

/** A broadcast of whoever asks. */
export interface OwnBroadcast {
  id: string;
  settings: BroadcastSettings;
  until_ms: number;
}

/** What is wrong with the text of a board. */
export interface BoardFault {
  line: number;
  column: number;
  code: string;
  detail: string;
}

export interface BoardTaken {
  board: number;
  became: 'same' | 'changed' | 'corrected' | 'refused';
  corrected_from: number | null;
  plies: number;
  fault: BoardFault | null;
}

/** What became of what was sent. */
export interface RoundTaken {
  boards: BoardTaken[];
  of_other_rounds: number;
  not_sent: number[];
}

/** The time in milliseconds after which a server that does not answer counts as absent. */
const PATIENCE = 15_000;
const BUSY_MS = 2_000;
const PDN = 'application/x-draughts-pdn';

export class BroadcastServer {
  readonly #secret: string | null;
  readonly #base: string;

  /** `secret` is that of the runner; null for an account, and for whoever only looks on. */
  constructor(secret: string | null = null, base = 'api/v1') {
    this.#secret = secret;
    this.#base = base;
  }

  /** The broadcasts that the secret runs. */
  own(): Promise<LiveAnswer<OwnBroadcast[]>> {
    return this.#ask('GET', '', undefined, (value) => list('broadcasts', value).map(ownBroadcast));
  }

  /** Opens a broadcast, or changes what was agreed. Sending it again is fine. */
  open(id: string, settings: BroadcastSettings): Promise<LiveAnswer<OwnBroadcast>> {
    return this.#ask('PUT', `/${id}`, { kind: 'application/json', text: JSON.stringify(settings) }, ownBroadcast);
  }

  end(id: string): Promise<LiveAnswer<null>> {
    return this.#ask('DELETE', `/${id}`, undefined, () => null);
  }

  putRound(id: string, round: number, pdn: string | Blob): Promise<LiveAnswer<RoundTaken>> {
    return this.#ask('PUT', `/${id}/rounds/${round}`, { kind: PDN, text: pdn }, roundTaken);
  }

  putBoard(id: string, round: number, board: number, pdn: string): Promise<LiveAnswer<RoundTaken>> {
    return this.#ask('PUT', `/${id}/rounds/${round}/boards/${board}`, { kind: PDN, text: pdn }, roundTaken);
  }

  removeBoard(id: string, round: number, board: number): Promise<LiveAnswer<null>> {
    return this.#ask('DELETE', `/${id}/rounds/${round}/boards/${board}`, undefined, () => null);
  }

  /** The boards of a round as they were sent last. */
  desk(id: string, round: number): Promise<LiveAnswer<BoardNow[]>> {
    return this.#ask('GET', `/${id}/rounds/${round}/desk`, undefined, boards);
  }

  shown(id: string): Promise<LiveAnswer<ShownBroadcast>> {
    return this.#ask('GET', `/${id}`, undefined, shownBroadcast);
  }

  /** The address of a round as PDN, or of one of its boards. */
  pdnAddress(id: string, round: number, board: number | null = null): string {
    return `${this.#base}/broadcasts/${id}/rounds/${round}/pdn${board === null ? '' : `?board=${board}`}`;
  }

  eventsAddress(id: string, round: number): string {
    return `${this.#base}/broadcasts/${id}/rounds/${round}/events`;
  }

  async #ask<T>(method: string, path: string, body: { kind: string; text: string | Blob } | undefined, read: (value: unknown) => T): Promise<LiveAnswer<T>> {
    let response: Response;
    try {
      response = await fetch(`${this.#base}/broadcasts${path}`, {
        method,
        cache: 'no-store',
        credentials: 'same-origin',
        signal: AbortSignal.timeout(PATIENCE),
        headers: { ...(this.#secret === null ? {} : { authorization: `Bearer ${this.#secret}` }), ...(body ? { 'content-type': body.kind } : {}) },
        ...(body ? { body: body.text } : {}),
      });
    } catch {
      return { kind: 'unreachable' };
    }
    if (!response.ok) return await refusal(response);
    if (response.status !== 204 && !(response.headers.get('content-type') ?? '').includes('json')) return { kind: 'unreachable' };
    try {
      const text = await response.text();
      return { kind: 'ok', value: read(text === '' ? null : JSON.parse(text)) };
    } catch (error) {
      console.error(error);
      return { kind: 'unreachable' }; // something answers, but it is no such server
    }
  }
}

async function refusal<T>(response: Response): Promise<LiveAnswer<T>> {
  const seconds = Number(response.headers.get('retry-after'));
  // Too much in too short a time, where the server says for how long: otherwise its own words say more.
  if (response.status === 503 || (response.status === 429 && seconds > 0)) {
    return { kind: 'busy', retry_ms: seconds > 0 ? seconds * 1000 : BUSY_MS };
  }
  if (!(response.headers.get('content-type') ?? '').includes('json')) return { kind: 'unreachable' };
  try {
    const it = fields('a problem', await response.json());
    const text = (field: unknown): string => (typeof field === 'string' ? field : '');
    return { kind: 'refused', code: text(it['code']) || String(response.status), detail: text(it['detail']) };
  } catch {
    return { kind: 'unreachable' };
  }
}

export function settingsOf(value: unknown): BroadcastSettings {
  const it = fields('settings', value);
  return {
    title: string('title', it['title']),
    place: string('place', it['place']),
    date: string('date', it['date']),
    rounds: count(it['rounds']),
    delay_min: count(it['delay_min']),
    variant: string('variant', it['variant']),
  };
}

const resultOf = (value: unknown): BoardResult => oneOf('a result', value, ['white', 'black', 'draw', 'nobody']);

export function boardOf(value: unknown): BoardNow {
  const it = fields('a board', value);
  const clocks = fields('clocks', it['clocks']);
  return {
    board: count(it['board']),
    variant: string('variant', it['variant']),
    start: orNull(it['start'], (start) => string('start', start)),
    white: string('white', it['white']),
    black: string('black', it['black']),
    moves: list('moves', it['moves']).map((move) => string('a move', move)),
    result: orNull(it['result'], resultOf),
    clocks: { white_s: orNull(clocks['white_s'], count), black_s: orNull(clocks['black_s'], count) },
    fen: orNull(it['fen'], (fen) => string('fen', fen)),
    changed_ms: time(it['changed_ms']),
    corrected: orNull(it['corrected'], (corrected) => {
      const at = fields('a correction', corrected);
      return { ply: count(at['ply']), at_ms: time(at['at_ms']) };
    }),
  };
}

function boards(value: unknown): BoardNow[] {
  return list('boards', fields('a round', value)['boards']).map(boardOf);
}

function ownBroadcast(value: unknown): OwnBroadcast {
  const it = fields('a broadcast', value);
  return { id: string('id', it['id']), settings: settingsOf(it['settings']), until_ms: time(it['until_ms']) };
}

function shownBroadcast(value: unknown): ShownBroadcast {
  const it = fields('a broadcast', value);
  return {
    id: string('id', it['id']),
    settings: settingsOf(it['settings']),
    results: list('results', it['results']).map((round) => {
      const of = fields('a round', round);
      return {
        round: count(of['round']),
        boards: list('boards', of['boards']).map((board) => {
          const at = fields('a board', board);
          return {
            board: count(at['board']),
            white: string('white', at['white']),
            black: string('black', at['black']),
            result: orNull(at['result'], resultOf),
            plies: count(at['plies']),
          };
        }),
      };
    }),
    now_ms: time(it['now_ms']),
  };
}

function roundTaken(value: unknown): RoundTaken {
  const it = fields('what was taken', value);
  return {
    boards: list('boards', it['boards']).map((board) => {
      const at = fields('a board', board);
      return {
        board: count(at['board']),
        became: oneOf('what became of it', at['became'], ['same', 'changed', 'corrected', 'refused']),
        corrected_from: orNull(at['corrected_from'], count),
        plies: count(at['plies']),
        fault: orNull(at['fault'], (fault) => {
          const of = fields('a fault', fault);
          return { line: count(of['line']), column: count(of['column']), code: string('code', of['code']), detail: string('detail', of['detail']) };
        }),
      };
    }),
    of_other_rounds: count(it['of_other_rounds']),
    not_sent: list('not_sent', it['not_sent']).map(count),
  };
}
