/**
 * Connections of the other team members who share this device, so that none of them counts as absent. Frames are ignored: the member who takes the device over
 * receives all of it.
 */
import { ServerClock } from '../live/server-clock';
import { LiveSocket, type WebSocketLike } from '../live/socket';
import { UNREADABLE } from '../../api/ask';
import { unreadableWait } from '../live/unreadable';

export interface CompanionsOptions {
  seats: readonly string[];
  makeWire: () => WebSocketLike;
  /** The number of the last known event: earlier ones need not be sent. */
  version: () => number;
  now?: () => number;
  random?: () => number;
}

export class SharedDeviceSeats {
  readonly #sockets: LiveSocket[];

  constructor({ seats, makeWire, version, now = Date.now, random = Math.random }: CompanionsOptions) {
    this.#sockets = seats.map((seat) => {
      const socket: LiveSocket = new LiveSocket(
        {
          opened: () => void socket.send({ frame: 'hello', seat, have: version() }),
          heard(frame) {
            if (frame.frame === 'welcome') socket.settled();
            if (frame.frame !== 'trouble') return;
            // The game or the seat does not exist.
            if (frame.code === 'unknown-seat') socket.close();
            if (frame.code === UNREADABLE) socket.rest(unreadableWait(random()));
          },
          connection: () => {},
        },
        { clock: new ServerClock(now), make: makeWire, now, random },
      );
      return socket;
    });
    for (const socket of this.#sockets) socket.connect();
  }

  /** Reconnects when the network is back or the page is visible again. */
  wake(): void {
    for (const socket of this.#sockets) socket.wake();
  }

  close(): void {
    for (const socket of this.#sockets) socket.close();
  }
}
