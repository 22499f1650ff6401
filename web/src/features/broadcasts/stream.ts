/**
 * The event stream of a round, one line each. A connection that is lost or silent for too long is reopened, at once and then at most every ten seconds, so that
 * a restart of the server is survived.
 */

import { read, ShapeError } from '../../api/shape';
import { BroadcastLine } from '../../api/types';

export interface RoundListener {
  /** A connection opens: its events until it is ready replace the previous state. */
  opened(): void;
  line(line: BroadcastLine): void;
  /** A line has arrived, including an empty one. */
  heard(): void;
  /** The round does not exist; it is not requested again. */
  lost(): void;
}

/** The longest silence in milliseconds: the server sends an empty line every ten seconds. */
const SILENT_MS = 25_000;
const LONGEST_WAIT_MS = 10_000;

/** Follows a round. Returns a function that stops it. */
export function follow(address: string, listener: RoundListener): () => void {
  const stop = new AbortController();
  void streamWithRetries(address, listener, stop.signal);
  return () => stop.abort();
}

async function streamWithRetries(address: string, listener: RoundListener, stop: AbortSignal): Promise<void> {
  let wait_ms = 250;
  while (!stop.aborted) {
    const ended = await once(address, listener, stop);
    if (stop.aborted) return;
    if (ended === 'lost') {
      listener.lost();
      return;
    }
    wait_ms = ended === 'heard' ? 250 : Math.min(2 * wait_ms, LONGEST_WAIT_MS);
    await pause(wait_ms * (0.75 + Math.random() / 2), stop);
  }
}

/** Runs one connection to its end. Returns whether a line arrived, or the round does not exist. */
async function once(address: string, listener: RoundListener, stop: AbortSignal): Promise<'heard' | 'silent' | 'lost'> {
  const connection = new AbortController();
  const give = (): void => connection.abort();
  stop.addEventListener('abort', give);
  let timer = setTimeout(give, SILENT_MS);
  let ended: 'heard' | 'silent' | 'lost' = 'silent';
  try {
    const response = await fetch(address, { cache: 'no-store', credentials: 'same-origin', signal: connection.signal });
    const kind = response.headers.get('content-type') ?? '';
    if (response.status === 404 && kind.includes('json')) return 'lost';
    if (!response.ok || !kind.includes('ndjson') || !response.body) return 'silent';
    listener.opened();
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return ended;
      clearTimeout(timer);
      timer = setTimeout(give, SILENT_MS);
      ended = 'heard';
      listener.heard();
      text += decoder.decode(value, { stream: true });
      const lines = text.split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) {
        const read = line.trim() === '' ? null : lineOf(line);
        if (read) listener.line(read);
        if (read?.frame === 'over') return 'lost';
      }
    }
  } catch {
    return ended; // a network failure, or the stream was stopped
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', give);
    connection.abort();
  }
}

/** Parses a line; null for an invalid one, or one of a newer server. */
export function lineOf(text: string): BroadcastLine | null {
  try {
    return read<BroadcastLine>(BroadcastLine, JSON.parse(text));
  } catch (error) {
    if (!(error instanceof ShapeError) && !(error instanceof SyntaxError)) throw error;
    console.error(error);
    return null;
  }
}

function pause(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      stop.removeEventListener('abort', done);
      resolve();
    }
    stop.addEventListener('abort', done);
  });
}
