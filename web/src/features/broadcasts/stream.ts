/**
 * The lines of a round as the server sends them, for as long as a spectator follows it. A connection that is lost or silent for too long is opened
 * again by itself, at first at once and then at most every ten seconds: after a restart of the server everything goes on.
 */

import { read, ShapeError } from '../../api/shape';
import { BroadcastLine } from '../../api/types';

export interface RoundListener {
  /** A connection begins: what it tells until it is ready replaces what there was. */
  opened(): void;
  line(line: BroadcastLine): void;
  /** The server was heard, also where it had nothing to say. */
  heard(): void;
  /** There is no such round here; it is not asked for again. */
  lost(): void;
}

/** How long the server may be silent, in milliseconds: it sends an empty line every ten seconds. */
const SILENT_MS = 25_000;
const LONGEST_WAIT_MS = 10_000;

/** Follows a round. Returns how to stop. */
export function follow(address: string, listener: RoundListener): () => void {
  const stop = new AbortController();
  void keepOn(address, listener, stop.signal);
  return () => stop.abort();
}

async function keepOn(address: string, listener: RoundListener, stop: AbortSignal): Promise<void> {
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

/** One connection, to its end: whether anything was heard, or there is no such round. */
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
    return ended; // the network, or we have given up
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', give);
    connection.abort();
  }
}

/** What a line says; null where it is not what it should be, or only a newer server knows it. */
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
