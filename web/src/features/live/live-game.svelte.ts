/**
 * A live game for one seat: the connection, the journal, and the game on the screen. The server's events are authoritative; the user's acts are shown at once,
 * sent, and removed if they are refused. It passes each frame to the part that handles it: the state (`live-standing.svelte.ts`), pending commands
 * (`commands.svelte.ts`), phrases (`chat.svelte.ts`). Live pages read its fields and call its methods. The rules binding decides every rule; there is no
 * rendering here.
 */
import { sameValue } from '../../store/local-game';
import { GameSession } from '../../session/session.svelte';
import type { Game } from '../../rules/game';
import type { Side } from '../../rules/model';
import { AnotherGame } from './another-game.svelte';
import { analysisBoard, clockAhead, gameAhead } from './board-ahead';
import { Commands } from './commands.svelte';
import type { Event as LiveEvent, FromClient as ClientFrame, State as LiveState, ToClient as ServerFrame, Want } from '../../api/types';
import { lastMs, LiveJournal } from './journal';
import type { LiveGameOptions } from './live-options';
import { LiveStanding } from './live-standing.svelte';
import { OfflinePlay } from './offline-play';
import { ServerClock } from './server-clock';
import { LiveSocket, type Connection } from './socket';
import { ChatLog } from './chat.svelte';
import { UNREADABLE } from '../../api/ask';
import { unreadableWait } from './unreadable';

/** Without an answer of the server for this time, the board is shown as stored on this device. */
const OFFLINE_AFTER_MS = 2_500;

export class LiveGame extends LiveStanding {
  readonly #options: LiveGameOptions;
  readonly #socket: LiveSocket;
  readonly #offline: OfflinePlay;
  readonly clock: ServerClock;
  readonly commands: Commands;
  readonly talk: ChatLog;
  readonly another = new AnotherGame();
  #journal: LiveJournal | null = null;
  /** The number of acts on the board, to notice new ones. */
  #shown = 0;
  #later: ReturnType<typeof setTimeout> | null = null;
  /** The reason of a refusal, while the events that explain it are fetched. */
  #reason = '';
  #closed = false;
  /** Whether the server has sent the state on this connection. */
  #greeted = false;
  /** Whether the state was requested and has not arrived. */
  #asks = false;
  #offlineTimer: ReturnType<typeof setTimeout> | null = null;

  constructor(options: LiveGameOptions) {
    super();
    const { now = Date.now, random = Math.random, seat, openGame, offline = null } = options;
    this.#options = options;
    this.#offline = new OfflinePlay({ store: offline, seat, openGame, now });
    this.clock = new ServerClock(now);
    this.#socket = new LiveSocket(
      {
        opened: () => this.#hello(),
        heard: (frame) => this.#heard(frame),
        connection: (state) => this.#connected(state),
      },
      { clock: this.clock, make: options.makeWire, now, random, urgent: () => this.urgent, ...(options.answers ? { answers: options.answers } : {}) },
    );
    const side = (): Side | null => this.side;
    const send = (frame: ClientFrame): boolean => this.#socket.send(frame);
    const speak = (sentence: string): void => {
      if (this.session) this.session.spoken = sentence;
    };
    this.talk = new ChatLog(options, { side, send, speak });
    this.commands = new Commands(options, { journal: () => this.#journal, side, clock: this.clock, send, offline: this.#offline });
    this.now = this.clock.now();
    if (this.#offline.some) void this.#recover(now);
    else this.#socket.connect();
  }

  /** Whether the game can still be aborted. It changes with the game on the board. */
  get abortable(): boolean {
    return this.side !== null && this.session?.over === false && this.#journal?.bothMoved === false;
  }

  /** Whether this side has made its first move, after which its clock runs. It changes with the game on the board. */
  get hasMoved(): boolean {
    const { side, session } = this;
    // The ply is read as a dependency.
    return side !== null && session !== null && session.live.ply >= 0 && this.#journal?.hasMoved(side) === true;
  }

  /** The number of the last event. It changes with the state. */
  get version(): number {
    return this.#journal?.version ?? 0;
  }

  /** A board beside the game at its last position, on which both sides are played here, for entering possible moves. Null while unavailable. */
  analysisBoard(): GameSession | null {
    const journal = this.#journal;
    if (!journal || journal.pending.length > 0) return null;
    return analysisBoard(journal, this.#options.openGame, this.#options.sounds ?? null);
  }

  close(): void {
    this.#closed = true;
    if (this.#later !== null) clearTimeout(this.#later);
    if (this.#offlineTimer !== null) clearTimeout(this.#offlineTimer);
    this.#socket.close();
    this.session?.close();
  }

  /** The network is back, or the page is visible again. */
  wake(): void {
    this.#socket.wake();
  }

  /** Another request has had an answer: a lost connection is retried now. */
  serverAnswers(): void {
    if (this.connection === 'lost') this.#socket.connect(); // without effect while an unreadable game is left alone
  }

  /** Updates the clocks, and sends overdue commands again. */
  tick(): void {
    this.now = this.clock.now() - this.delay;
    this.session?.tick();
    if (this.connection !== 'open' || !this.#journal || !this.#greeted) return;
    this.commands.sendLate(this.now);
    this.commands.reportFlag(this.state, this.now);
  }

  want(want: Want): void {
    this.commands.want(want);
  }

  confirm(): void {
    this.commands.confirm();
  }

  reconsider(): void {
    this.#journal?.withdraw();
    this.#rebuild();
  }

  /** The stored state is loaded before the server is asked, so that unsent commands are sent. */
  async #recover(now: () => number): Promise<void> {
    const kept = await this.#offline.recover();
    if (this.#closed) return;
    if (kept) {
      const { journal, seat } = kept;
      this.#journal = journal;
      this.game = seat.game;
      this.role = seat.side;
      this.state = seat.state;
      this.clock.received(now() + seat.offset_ms);
      this.#offlineTimer = setTimeout(() => this.#showKept(), OFFLINE_AFTER_MS);
    }
    this.#socket.connect();
  }

  /** The server does not answer: the board shows the last known state. */
  #showKept(): void {
    // An unreadable game is not shown: its screen says so.
    if (this.#closed || this.gone !== null || this.#greeted || this.session !== null || !this.#journal) return;
    this.asOf = this.#offline.asOfMs;
    this.#rebuild();
  }

  #connected(state: Connection): void {
    this.connection = state;
    if (state === 'open') return;
    this.#greeted = false;
    this.presence = null; // the presence of the others is unknown
    if (state === 'lost') this.#showKept();
  }

  #hello(): void {
    this.#asks = true;
    this.#socket.send({ frame: 'hello', seat: this.#options.seat, have: this.#journal?.version ?? 0 });
  }

  #heard(frame: ServerFrame): void {
    switch (frame.frame) {
      case 'waiting':
        this.clock.received(frame.now_ms);
        this.gone = null;
        this.waiting = { until_ms: frame.until_ms };
        this.#options.waited?.();
        this.#socket.settled();
        break;
      case 'welcome':
        this.#welcome(frame);
        break;
      case 'event':
        this.#event(frame.event, frame.state);
        break;
      case 'done':
        this.unavailable = false;
        this.#journal?.done(frame.id, frame.number);
        this.commands.count();
        break;
      case 'noted': {
        this.unavailable = false;
        const noted = this.#journal?.noted(frame.id) ?? null;
        if (noted) this.#rebuild(this.#options.words.noted(noted.want));
        break;
      }
      case 'team':
        this.team = frame;
        this.#offline.stop(); // the rights of a team member depend on the others
        break;
      case 'whispered':
        this.talk.hearWhispered(frame.by, frame.phrase, this.team);
        break;
      case 'refused':
        this.#refused(frame);
        break;
      case 'presence':
        this.presence = frame;
        break;
      case 'said':
        this.talk.hear(frame.by, frame.phrase);
        break;
      case 'rematch':
        this.another.hear(frame.by, frame.game, this.side);
        break;
      case 'ratings':
        this.ratings = frame;
        break;
      case 'behind':
        this.#hello();
        break;
      case 'trouble':
        this.#trouble(frame.code, frame.detail, frame.retry_after_ms);
        break;
      case 'pong':
        break;
    }
  }

  #welcome(frame: Extract<ServerFrame, { frame: 'welcome' }>): void {
    this.clock.received(frame.now_ms);
    this.waiting = null;
    const known = this.#journal;
    const all = frame.events[0]?.number === 1;
    // All events although some were known: the server was restored to an older state.
    const anew = known === null || !sameValue(known.setup, frame.setup) || (all && known.version > 0) || this.game !== frame.game;
    const journal = anew ? new LiveJournal(frame.setup, known?.pending) : known;
    const before = anew ? -1 : journal.version;
    this.#journal = journal;
    this.game = frame.game;
    this.role = frame.role;
    if (anew && !all && frame.events.length > 0) {
      this.#hello(); // the known events belong to another game: load all from the start
      return;
    }
    for (const event of frame.events) journal.hear(event);
    if (this.#offline.settle(journal, frame.events, before)) this.#reason = this.#options.words.refused('another-position', '');
    this.delay = frame.delay_ms;
    this.presence = frame.presence;
    this.ratings = frame.ratings;
    this.#stands(frame.state);
    this.another.settle(frame.rematch, this.side);
    this.#socket.settled();
    this.unavailable = false;
    this.gone = null; // another node could not read it
    this.#greeted = true;
    this.#asks = false;
    this.asOf = null;
    this.#keep();
    const missed = this.#missed(journal, before);
    this.#rebuild(this.#reason || missed);
    this.#reason = '';
    this.commands.sendAgain();
    this.#tell();
    void this.#adopt(journal);
  }

  /** The announcement of what happened after event `before`, while there was no connection; -1 if all of the game is new. */
  #missed(journal: LiveJournal, before: number): string {
    const { session } = this;
    if (session === null || journal.version <= before) return '';
    session.remark = ''; // its text, such as that the clocks are stopped, may be outdated
    const { last } = journal;
    return before < 0 || !last ? '' : this.#options.words.event(last, this.side, journal.answeredBy(last));
  }

  #keep(): void {
    const { side, game, state } = this;
    if (this.#journal) this.#offline.keep(this.#journal, { side, game, state, offset_ms: this.clock.offset });
  }

  /** Takes over the unsent commands of another window at this seat. */
  async #adopt(journal: LiveJournal): Promise<void> {
    if (!this.#offline.some) return;
    const { wanted, late } = await this.#offline.others(journal);
    if (this.#closed || journal !== this.#journal || (wanted.length === 0 && !late)) return;
    for (const pending of wanted) journal.want(pending);
    this.#rebuild(late ? this.#options.words.refused('another-position', '') : '');
    for (const pending of wanted) this.commands.send(pending);
  }

  #event(event: LiveEvent, state: LiveState): void {
    const journal = this.#journal;
    if (!journal) return; // the welcome brings it
    const heard = journal.hear(event);
    if (heard === 'gap') this.#hello();
    else if (heard === 'other') {
      // From the start; the screen does not change until then.
      this.#journal = new LiveJournal(journal.setup, journal.pending);
      this.#hello();
    } else if (event.number === journal.version) {
      const { act } = event;
      const answers = act.act === 'agree' || act.act === 'decline' ? act.side : null;
      const answered = this.state?.asked.find(({ by }) => answers !== null && by !== answers)?.for ?? null;
      this.#stands(state);
      if (heard === 'known') return;
      this.unavailable = false;
      this.#keep();
      this.#rebuild(this.#options.words.event(event, this.side, answered));
      this.#tell();
    }
  }

  #stands(state: LiveState): void {
    this.state = state;
    if (this.#journal) this.#journal.ending = state.ending;
    if (state.ending === null) this.another.forget();
  }

  #refused({ id, code, detail, version }: Extract<ServerFrame, { frame: 'refused' }>): void {
    this.unavailable = false;
    const journal = this.#journal;
    const refused = journal?.refused(id) ?? null;
    this.commands.refused(id);
    if (!journal || !refused) return;
    // A report that arrives too early or too late is ignored.
    const quiet = refused.want.act === 'flag';
    const reason = quiet ? '' : this.#options.words.refused(code, detail);
    this.#rebuild(reason);
    if (!quiet) this.#options.sounds?.refusal();
    if (version <= journal.version) return;
    this.#reason = reason; // shown until the missing events have arrived
    this.#hello();
  }

  #trouble(code: string, detail: string, retryMs: number | null): void {
    if (code === 'unknown-seat') {
      this.gone = code;
      this.#offline.stop();
      this.#socket.close();
      return;
    }
    console.error(`live play: ${code} ${detail}`);
    if (code === UNREADABLE) {
      // The stored state of the seat is kept, and the screen disappears with the first welcome: while nodes are replaced one by one, the next connection may reach one that reads the game.
      this.gone = code;
      this.waiting = null;
      this.#socket.rest(unreadableWait((this.#options.random ?? Math.random)()));
      return;
    }
    if (code === 'unavailable') this.unavailable = true;
    if (retryMs === null) return;
    if (this.#later !== null) clearTimeout(this.#later);
    this.#later = setTimeout(() => {
      if (this.#asks) this.#hello();
      else if (!this.commands.sending) this.unavailable = false; // nothing is left to retry, as after a phrase
      if (this.#greeted) this.commands.sendAgain();
    }, retryMs);
  }

  /** Rebuilds the board from the journal and the user's later acts. */
  #rebuild(remark = ''): void {
    const journal = this.#journal;
    if (!journal) return;
    let ahead: ReturnType<typeof gameAhead>;
    try {
      ahead = gameAhead(journal, this.#options.openGame);
    } catch (error) {
      console.error(error);
      this.gone = 'unreadable'; // a server with other rules than this page
      this.#socket.close();
      return;
    }
    const { game, record } = ahead;
    this.#shown = record.acts.length;
    this.commands.count();
    if (this.session) this.session.goOnWith(game, remark);
    else {
      this.session = this.#begin(game);
      this.session.remark = remark;
      if (remark && !this.session.over) this.session.spoken = remark;
    }
  }

  #begin(game: Game): GameSession {
    return new GameSession(
      game,
      {
        changed: ({ acts, ending }, plies) => {
          const made = acts.slice(this.#shown);
          this.#shown = acts.length;
          this.commands.acted(made, plies, ending);
        },
      },
      {
        sounds: this.#options.sounds ?? null,
        // The server assigns the times: on the board no time passes between two events.
        now: () => (this.#journal ? lastMs(this.#journal.record()) : 0),
        seat: this.side ?? 'spectator',
        frozen: () => this.paused || this.commands.held !== null,
        byHand: () => this.playsByHand(this.#options.ofTeam === true),
        clockElsewhere: () => (this.state === null ? null : clockAhead(this.#journal, this.state, this.clock.now() - this.delay)),
      },
    );
  }

  #tell(): void {
    const news = this.#journal && this.news(this.#journal);
    if (news) this.#options.onnews?.(news);
  }
}
