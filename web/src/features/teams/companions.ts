/**
 * The other members of a team who play at this device: each keeps a connection while another one has the device, so that none of
 * them counts as absent. What they receive is ignored; the member who takes the device gets all of it.
 */
import { ServerClock } from '../live/server-clock';
import { LiveSocket, type Wire } from '../live/socket';
import { UNREADABLE } from '../../api/ask';
import { unreadableWait } from '../live/unreadable';

export interface CompanionsOptions {
  seats: readonly string[];
  makeWire: () => Wire;
  /** The number of the last event that is known here: nothing before it needs to be sent. */
  version: () => number;
  now?: () => number;
  random?: () => number;
}

export class Companions {
  readonly #sockets: LiveSocket[];

  constructor({ seats, makeWire, version, now = Date.now, random = Math.random }: CompanionsOptions) {
    this.#sockets = seats.map((seat) => {
      const socket: LiveSocket = new LiveSocket(
        {
          opened: () => void socket.send({ frame: 'hello', seat, have: version() }),
          heard(frame) {
            if (frame.frame === 'welcome') socket.settled();
            if (frame.frame !== 'trouble') return;
            // The game or the seat is gone.
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

  /** The network is there again, or the page is looked at again. */
  wake(): void {
    for (const socket of this.#sockets) socket.wake();
  }

  close(): void {
    for (const socket of this.#sockets) socket.close();
  }
}
