/**
 * A live game as one seat sees it: the connection, the journal, and the game on the screen. What the server tells is true; what the user does on the
 * board is shown at once, sent, and taken off the board again if it is refused. Live pages read its fields and call its methods. It
 * asks the rules door about every rule, and draws nothing.
 */
import { sameValue } from '../games/kept';
import { uuidV4 } from '../games/uuid';
import { decidesAlone } from '../gather/voices';
import { clockAfter, isUp, type Clock } from '../play/clock';
import { GameSession } from '../play/session.svelte';
import type { Game } from '../rules/game';
import type { GameRecord, Side } from '../rules/model';
import type { Request } from '../rules/types';
import type { Sounds } from '../sound/sounds';
import type { Asked, BoardRatings, LiveEvent, LiveState, Marks, Phrase, Presence, Rematch, Role, ServerFrame, Team, TeamPhrase, Want } from './frames';
import { isMove, lastMs, LiveJournal, wantOf, type Pending } from './journal';
import { OfflinePlay } from './offline-play';
import type { OfflineSeats } from './offline-seats';
import { playsByDays } from './pace';
import { ServerClock } from './server-clock';
import { LiveSocket, type Connection, type Wire } from './socket';
import { UNREADABLE, unreadableWait } from './unreadable';

export interface LiveGameOptions {
  /** The secret of the seat. */
  seat: string;
  /** Rebuilds a game from its record. */
  openGame: (record: GameRecord) => Game;
  makeWire: () => Wire;
  /** Whether the server answers at all (`socket.ts`). */
  answers?: () => Promise<boolean>;
  now?: () => number;
  random?: () => number;
  sounds?: Sounds | null;
  /** Whether a move is sent only once the user has confirmed it. */
  confirms?: () => boolean;
  /** The sentences for what happened; empty where the board says it all. */
  words: LiveWords;
  /** Nobody has come yet: told each time the server says so. */
  waited?: () => void;
  /** The journal has grown: to be kept. */
  told?: (news: News) => void;
  /** Where a player's game is kept, so that it goes on without the server; null where it is not. */
  offline?: OfflineSeats | null;
  /** Whether nothing is shown of what anybody says. */
  quiet?: () => boolean;
  /** Whether the seat is known to be that of a member of a team, before the server has told of the team. */
  ofTeam?: boolean;
  /** Whether the other side was muted before; and is told when that changes. */
  muted?: boolean;
  mutes?: (muted: boolean) => void;
}

export interface LiveWords {
  /** `answered` is the request that the event agrees to or declines. */
  event(event: LiveEvent, own: Side | null, answered: Request | null): string;
  refused(code: string, detail: string): string;
  said(by: Side, phrase: Phrase): string;
  /** What was wanted is kept by the own team, and does not decide. */
  noted(want: Want): string;
  /** `name` of the own team said something. */
  whispered(name: string, phrase: TeamPhrase): string;
}

/** How the game stands, as the server has it. */
export interface News {
  game: string;
  role: Role;
  record: GameRecord;
  plies: number;
  /** Whose turn it is; null once it is over. */
  turn: Side | null;
  /** The clock, and what is asked. */
  state: LiveState;
}

/** A command without an answer for so long is sent again, although the connection seems to live. */
const ANSWER_MS = 6_000;
/** So long after the other side's time was up the server is asked to look. */
const FLAG_AFTER_MS = 1_500;
/** So long it is waited for the server before the board is shown as this device has kept it. */
const PATIENCE_MS = 2_500;

export class LiveGame {
  readonly #options: LiveGameOptions;
  readonly #socket: LiveSocket;
  readonly #offline: OfflinePlay;
  readonly clock: ServerClock;
  #journal: LiveJournal | null = null;
  /** How many acts the board has, so that new ones are noticed. */
  #shown = 0;
  #sentAt = new Map<string, number>();
  #later: ReturnType<typeof setTimeout> | null = null;
  /** Why something was refused, while the events are fetched that explain it. */
  #reason = '';
  /** The version at which the other side's time was reported as up. */
  #flagged = -1;
  #closed = false;
  /** Whether the server has said on this connection how the game stands. */
  #greeted = false;
  #patience: ReturnType<typeof setTimeout> | null = null;

  connection = $state<Connection>('connecting');
  /** The game has not begun: somebody has to take up the offer, at the latest then. */
  waiting = $state.raw<{ until_ms: number } | null>(null);
  /** The code of what makes going on impossible; null while all is well. A game that the server cannot read is asked for again, seldom. */
  gone = $state<string | null>(null);
  /** The server cannot store anything now; it is tried again. */
  unavailable = $state(false);
  role = $state<Role | null>(null);
  game = $state<string | null>(null);
  session = $state.raw<GameSession | null>(null);
  state = $state.raw<LiveState | null>(null);
  /** Who is there; null while it is not known, without a connection for one. */
  presence = $state.raw<Presence | null>(null);
  /** The ratings of players with accounts; null where nobody has one. */
  ratings = $state.raw<BoardRatings | null>(null);
  /** What was said last. */
  said = $state.raw<{ by: Side; phrase: Phrase; number: number } | null>(null);
  /** Whether nothing is shown of what the other side says. */
  muted = $state(false);
  /** The board is shown as the server told it then (by the device's clock), since it does not answer now; null while it does. */
  asOf = $state<number | null>(null);
  /** The own team; null in a game with one player on each side. */
  team = $state.raw<Team | null>(null);
  /** What was said last in the own team. */
  whispered = $state.raw<{ name: string; phrase: TeamPhrase; number: number } | null>(null);
  /** Who wants another game, and its id once it has begun. */
  rematch = $state.raw<{ by: Side; game: string | null } | null>(null);
  /** Whether the next game has begun while this seat was connected, so that whoever is here goes on to it. */
  goesOn = $state(false);
  /** Whether the user has said that another game is wanted, and the server knows. */
  wantsRematch = $state(false);
  /** The move that waits until the user has confirmed it. */
  held = $state.raw<Pending | null>(null);
  /** Whether something that the user wants was sent and is not answered. */
  sending = $state(false);
  /** Whether a move of the user is not answered. */
  moveWaits = $state(false);
  /** How long ago things happened when they are shown here, in milliseconds: 0 except for those who look on with a delay. */
  delay = $state(0);
  /** The server's time at the moment that is shown, for what counts down. */
  now = $state(0);

  constructor(options: LiveGameOptions) {
    const { now = Date.now, random = Math.random, seat, openGame, offline = null } = options;
    this.#options = options;
    this.muted = options.muted === true;
    this.#offline = new OfflinePlay({ store: offline, seat, openGame, now });
    this.clock = new ServerClock(now);
    this.#socket = new LiveSocket(
      {
        opened: () => this.#hello(),
        heard: (frame) => this.#heard(frame),
        connection: (state) => this.#connected(state),
      },
      { clock: this.clock, make: options.makeWire, now, random, urgent: () => this.#urgent, ...(options.answers ? { answers: options.answers } : {}) },
    );
    this.now = this.clock.now();
    if (this.#offline.some) void this.#recover(now);
    else this.#socket.connect();
  }

  /** Whether the user makes the next move of the own side himself: in a team only whoever is to move or the captain does. */
  get #playsByHand(): boolean {
    const { team, session } = this;
    if (team === null) return this.#options.ofTeam !== true; // who decides in a team is not known before it is told
    return decidesAlone(team, { act: 'move', move: '' }, session !== null && playsByDays(session.settings, this.side));
  }

  /** The side that this seat plays; null for whoever looks on. */
  get side(): Side | null {
    return this.role === 'white' || this.role === 'black' ? this.role : null;
  }

  /** Whether the connection is to be back soon: the game goes on, and this side has no days for a move. */
  get #urgent(): boolean {
    return this.session?.over === false && !playsByDays(this.session.settings, this.side);
  }

  /** What the other side asks; null if it asks nothing. */
  get askedOfMe(): Asked | null {
    const { side } = this;
    return side === null ? null : (this.state?.asked.find(({ by }) => by !== side) ?? null);
  }

  /** What this side has asked, while it is not answered. */
  get askedByMe(): Asked | null {
    return this.state?.asked.find(({ by }) => by === this.side) ?? null;
  }

  /** Whether the other side's draw offer waits for an answer. */
  get drawOfferedToMe(): boolean {
    const offer = this.state?.offer ?? null;
    return offer !== null && this.side !== null && offer !== this.side && !this.session?.over;
  }

  /** Whether the game can still be given up without a result. It changes with the game on the board. */
  get abortable(): boolean {
    return this.side !== null && this.session?.over === false && this.#journal?.bothMoved === false;
  }

  /** Whether this side has made its first move: from then on its time runs in its next turn. It changes with the game on the board. */
  get hasMoved(): boolean {
    const { side, session } = this;
    // The ply is read so that a screen follows it.
    return side !== null && session !== null && session.live.ply >= 0 && this.#journal?.hasMoved(side) === true;
  }

  /** The number of the last event. It changes with the state. */
  get version(): number {
    return this.#journal?.version ?? 0;
  }

  /** A board beside the game, at its last position, on which both sides are played here: to enter moves that may come. Null while it cannot be had. */
  boardAside(): GameSession | null {
    const journal = this.#journal;
    if (!journal || journal.pending.length > 0) return null;
    const record = journal.record();
    // Only legal moves are foreseen, so no custom stands in their way, except where one is a part of the game so far.
    const { conduct: _, ...settings } = record.settings;
    const plain = record.acts.filter(({ act }) => !['touch', 'adoube'].includes(act));
    let game: Game;
    try {
      game = this.#options.openGame({ ...record, settings, acts: plain });
    } catch {
      game = this.#options.openGame(record);
    }
    const now = (): number => lastMs(record);
    return new GameSession(game, { changed: () => {} }, { sounds: this.#options.sounds ?? null, now, clockElsewhere: () => null });
  }

  /** Whether a pause goes on. */
  get paused(): boolean {
    return (this.state?.paused_until_ms ?? null) !== null;
  }

  /** The other side, while it has to come before the game is one: it is not there, and not both have moved. */
  get awaited(): Side | null {
    const { side, presence, state } = this;
    if (side === null || presence === null || this.session?.over !== false || state?.awaits_first_moves !== true) return null;
    const other = side === 'white' ? 'black' : 'white';
    return presence[other] ? null : other;
  }

  /** Until when one's own first move is to be made, which costs no time; null where nothing is to be said of that. */
  get firstMoveBy(): number | null {
    return this.state?.turn === this.side && this.side !== null ? (this.state?.first_move_by_ms ?? null) : null;
  }

  /** Whether the game may be claimed now, because the other side has left; or in how many milliseconds. Null if it has not. */
  get claimIn(): number | null {
    const absent = this.presence?.absent ?? null;
    if (absent === null || this.side === null || absent.side === this.side || this.session?.over) return null;
    return Math.max(0, absent.claim_at_ms - this.now);
  }

  close(): void {
    this.#closed = true;
    if (this.#later !== null) clearTimeout(this.#later);
    if (this.#patience !== null) clearTimeout(this.#patience);
    this.#socket.close();
    this.session?.close();
  }

  /** The network is there again, or the page is looked at again. */
  wake(): void {
    this.#socket.wake();
  }

  /** Something else has just had an answer from the server: it is there, so a lost connection is tried now. */
  serverAnswers(): void {
    if (this.connection === 'lost') this.#socket.connect(); // does nothing while a game is left alone that cannot be read
  }

  /** Lets time pass on the screen, and looks whether something has to be sent again. */
  tick(): void {
    this.now = this.clock.now() - this.delay;
    this.session?.tick();
    if (this.connection !== 'open' || !this.#journal || !this.#greeted) return;
    for (const pending of this.#journal.unanswered()) {
      if (this.now - (this.#sentAt.get(pending.id) ?? 0) > ANSWER_MS) this.#send(pending);
    }
    this.#reportFlag();
  }

  /** Asks the server for something that the board does not show before it is stored. */
  want(want: Want): void {
    const journal = this.#journal;
    if (!journal || this.side === null || journal.pending.some((it) => sameValue(it.want, want))) return;
    this.#queue({ id: uuidV4(), want, act: null, ending: null, made_ms: this.clock.now(), version: journal.version, held: false, stored: null });
  }

  /** Says something to the others at the board. Returns whether it was sent: it is not kept until the connection is back. */
  say(phrase: Phrase): boolean {
    if (this.side === null || !this.#socket.send({ frame: 'say', phrase })) return false;
    this.said = { by: this.side, phrase, number: (this.said?.number ?? 0) + 1 };
    return true;
  }

  /** Shows nothing more of what the other side says, or both where one looks on; or shows it again. */
  mute(muted = true): void {
    this.muted = muted;
    if (muted && this.said !== null && this.said.by !== this.side) this.said = null;
    this.#options.mutes?.(muted);
  }

  /** Says something to the own team. Returns whether it was sent. */
  whisper(phrase: TeamPhrase): boolean {
    return this.#socket.send({ frame: 'whisper', phrase });
  }

  /** Marks something on the board for the own team, in the place of what was marked before. */
  mark(marks: Marks): void {
    this.#socket.send({ frame: 'mark', ...marks });
  }

  /** The move on the board is the one that the user wants: it is sent. */
  confirm(): void {
    for (const pending of this.#journal?.confirm() ?? []) this.#queued({ ...pending, made_ms: this.clock.now() });
    this.#count();
  }

  /** Another move is wanted than the one on the board. */
  reconsider(): void {
    this.#journal?.withdraw();
    this.#rebuild();
  }

  /** Both times now. They stop on this screen when the user has moved, since the way to the server is made good. */
  #clockNow(): Clock | null {
    const clock = this.state?.clock ?? null;
    if (clock === null || this.state === null) return null;
    const moved = this.#journal?.pending.find((it) => !it.held && (it.want.act === 'move' || it.want.act === 'irregular'));
    const now = Math.min(this.clock.now() - this.delay, moved?.made_ms ?? Number.POSITIVE_INFINITY);
    return clockAfter(clock, now - this.state.at_ms);
  }

  /** What this device has kept is at hand before the server is asked, so that what was not sent is sent. */
  async #recover(now: () => number): Promise<void> {
    const kept = await this.#offline.recover();
    if (this.#closed) return;
    if (kept) {
      const { journal, seat } = kept;
      this.#journal = journal;
      this.game = seat.game;
      this.role = seat.side;
      this.state = seat.state;
      this.clock.told(now() + seat.offset_ms);
      this.#patience = setTimeout(() => this.#showKept(), PATIENCE_MS);
    }
    this.#socket.connect();
  }

  /** The server does not answer: the board is shown as it was told last. */
  #showKept(): void {
    // A game that the server cannot read is not shown: its screen says so.
    if (this.#closed || this.gone !== null || this.#greeted || this.session !== null || !this.#journal) return;
    this.asOf = this.#offline.toldMs;
    this.#rebuild();
  }

  #connected(state: Connection): void {
    this.connection = state;
    if (state === 'open') return;
    this.#greeted = false;
    this.presence = null; // whether the others are there is not known
    if (state === 'lost') this.#showKept();
  }

  #hello(): void {
    this.#socket.send({ frame: 'hello', seat: this.#options.seat, have: this.#journal?.version ?? 0 });
  }

  #heard(frame: ServerFrame): void {
    switch (frame.frame) {
      case 'waiting':
        this.clock.told(frame.now_ms);
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
        this.#count();
        break;
      case 'noted': {
        this.unavailable = false;
        const noted = this.#journal?.noted(frame.id) ?? null;
        if (noted) this.#rebuild(this.#options.words.noted(noted.want));
        break;
      }
      case 'team':
        this.team = frame;
        this.#offline.stop(); // what a member may do depends on the others
        break;
      case 'whispered':
        this.#hearWhispered(frame.by, frame.phrase);
        break;
      case 'refused':
        this.#refused(frame);
        break;
      case 'presence':
        this.presence = frame;
        break;
      case 'said':
        this.#hearSaid(frame.by, frame.phrase);
        break;
      case 'rematch':
        // What the players wish is for them; whoever looks on hears when it has begun.
        if (frame.game === null && this.side === null) break;
        if (frame.game !== null) this.goesOn = true;
        // That the own side wants it, too, is no reason to forget that the other one does.
        if (frame.game !== null || frame.by !== this.side || this.rematch === null) this.rematch = { by: frame.by, game: frame.game };
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
    this.clock.told(frame.now_ms);
    this.waiting = null;
    const known = this.#journal;
    const all = frame.events[0]?.number === 1;
    // Everything from the beginning, although something was known: the server has gone back to an older state.
    const anew = known === null || !sameValue(known.setup, frame.setup) || (all && known.version > 0) || this.game !== frame.game;
    const journal = anew ? new LiveJournal(frame.setup, known?.pending) : known;
    const before = anew ? -1 : journal.version;
    this.#journal = journal;
    this.game = frame.game;
    this.role = frame.role;
    if (anew && !all && frame.events.length > 0) {
      this.#hello(); // what was known is another game than this one: all of it, from the beginning
      return;
    }
    for (const event of frame.events) journal.hear(event);
    if (this.#offline.settle(journal, frame.events, before)) this.#reason = this.#options.words.refused('another-position', '');
    this.delay = frame.delay_ms;
    this.presence = frame.presence;
    this.ratings = frame.ratings;
    this.#stands(frame.state);
    this.#wishes(frame.rematch);
    this.#socket.settled();
    this.unavailable = false;
    this.gone = null; // another server of the cluster could not read it
    this.#greeted = true;
    this.asOf = null;
    this.#keep();
    const missed = this.#missed(journal, before);
    this.#rebuild(this.#reason || missed);
    this.#reason = '';
    for (const pending of journal.unanswered()) this.#send(pending);
    this.#tell();
    void this.#adopt(journal);
  }

  /** What there is to say of what has happened after event `before`, while there was no connection; -1 where all of the game is new. */
  #missed(journal: LiveJournal, before: number): string {
    const { session } = this;
    if (session === null || journal.version <= before) return '';
    session.remark = ''; // what it tells, that the clocks stand still for one, may be over
    const { last } = journal;
    return before < 0 || !last ? '' : this.#options.words.event(last, this.side, journal.answeredBy(last));
  }

  #keep(): void {
    const { side, game, state } = this;
    if (this.#journal) this.#offline.keep(this.#journal, { side, game, state, offset_ms: this.clock.offset });
  }

  /** Takes over what another window at this seat could not send. */
  async #adopt(journal: LiveJournal): Promise<void> {
    if (!this.#offline.some) return;
    const { wanted, late } = await this.#offline.others(journal);
    if (this.#closed || journal !== this.#journal || (wanted.length === 0 && !late)) return;
    for (const pending of wanted) journal.want(pending);
    this.#rebuild(late ? this.#options.words.refused('another-position', '') : '');
    for (const pending of wanted) this.#send(pending);
  }

  #event(event: LiveEvent, state: LiveState): void {
    const journal = this.#journal;
    if (!journal) return; // the welcome brings it
    const heard = journal.hear(event);
    if (heard === 'gap') this.#hello();
    else if (heard === 'other') {
      // From the beginning; what is on the screen stays until then.
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
    if (state.ending !== null) return;
    this.rematch = null;
    this.goesOn = false;
    this.wantsRematch = false;
  }

  /** What was wanted after the game while nobody looked. */
  #wishes(rematch: Rematch | null): void {
    const { side } = this;
    if (rematch === null) return;
    if (side === null) {
      // Whoever looks on comes along once it has begun, whoever wanted it first.
      if (rematch.game !== null) this.rematch = { by: 'white', game: rematch.game };
      return;
    }
    const by = side === 'white' ? 'black' : 'white';
    if (rematch.game !== null || rematch[by]) this.rematch = { by, game: rematch.game };
    this.wantsRematch = rematch[side];
  }

  #refused({ id, code, detail, version }: Extract<ServerFrame, { frame: 'refused' }>): void {
    const journal = this.#journal;
    const refused = journal?.refused(id) ?? null;
    this.#sentAt.delete(id);
    if (!journal || !refused) return;
    // A report that came too early or too late is nobody's concern.
    const quiet = refused.want.act === 'flag';
    const reason = quiet ? '' : this.#options.words.refused(code, detail);
    this.#rebuild(reason);
    if (!quiet) this.#options.sounds?.refusal();
    if (version <= journal.version) return;
    this.#reason = reason; // still to be read once what is missing has come
    this.#hello();
  }

  #hearSaid(by: Side, phrase: Phrase): void {
    if (by !== this.side && (this.muted || this.#options.quiet?.() === true)) return;
    this.said = { by, phrase, number: (this.said?.number ?? 0) + 1 };
    if (this.session && by !== this.side) this.session.spoken = this.#options.words.said(by, phrase);
  }

  #hearWhispered(by: number, phrase: TeamPhrase): void {
    const name = this.team?.members.find(({ number }) => number === by)?.name ?? '';
    this.whispered = { name, phrase, number: (this.whispered?.number ?? 0) + 1 };
    if (this.session && by !== this.team?.you) this.session.spoken = this.#options.words.whispered(name, phrase);
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
      // What this device keeps of the seat stays, and the screen goes away with the first welcome: while servers are replaced one by one, the next
      // connection may lead to one that reads the game.
      this.gone = code;
      this.waiting = null;
      this.#socket.rest(unreadableWait((this.#options.random ?? Math.random)()));
      return;
    }
    if (code === 'unavailable') this.unavailable = true;
    if (retryMs === null) return;
    if (this.#later !== null) clearTimeout(this.#later);
    this.#later = setTimeout(() => {
      if (!this.#greeted) this.#hello();
      else for (const pending of this.#journal?.unanswered() ?? []) this.#send(pending);
    }, retryMs);
  }

  /** The user has done something on the board. */
  #acted(record: GameRecord, plies: number): void {
    const acts = record.acts.slice(this.#shown);
    this.#shown = record.acts.length;
    let ply = plies - acts.filter(isMove).length;
    for (const act of acts) {
      const want = wantOf(act, ply);
      if (isMove(act)) ply += 1;
      if (!want) continue;
      const held = (want.act === 'move' || want.act === 'irregular') && this.#options.confirms?.() === true;
      this.#queue({ id: uuidV4(), want, act, ending: record.ending, made_ms: this.clock.now(), version: this.version, held, stored: null });
    }
  }

  #queue(pending: Pending): void {
    this.#journal?.want(pending);
    if (!pending.held) this.#queued(pending);
    this.#count();
  }

  /** Keeps a command until it is answered, and sends it. */
  #queued(pending: Pending): void {
    if (this.side !== null) this.#offline.command(pending);
    this.#send(pending);
  }

  #send({ id, want }: Pending): void {
    if (this.#socket.send({ frame: 'act', id, want })) this.#sentAt.set(id, this.clock.now());
  }

  /** What waits, as the screen shows it. */
  #count(): void {
    const pending = this.#journal?.pending ?? [];
    this.held = pending.find((it) => it.held) ?? null;
    const wanted = pending.filter((it) => !it.held && it.want.act !== 'flag');
    this.sending = wanted.length > 0;
    this.moveWaits = wanted.some(({ want }) => want.act === 'move' || want.act === 'irregular');
    for (const id of this.#sentAt.keys()) if (!pending.some((it) => it.id === id)) this.#sentAt.delete(id);
    this.#offline.waiting(pending);
  }

  /** Makes the board what the journal says, with what the user has done since. */
  #rebuild(remark = ''): void {
    const journal = this.#journal;
    if (!journal) return;
    let record = journal.record();
    let game: Game | null = null;
    for (let acts = journal.pending.length; acts > 0 && game === null; acts -= 1) {
      const hoped = journal.hoped(acts);
      try {
        if (hoped) game = this.#options.openGame(hoped);
        if (hoped) record = hoped;
      } catch {
        // What the user did last does not fit any more, or was done in another window; the server will say so.
      }
    }
    try {
      game ??= this.#options.openGame(record);
    } catch (error) {
      console.error(error);
      this.gone = 'unreadable'; // a server with other rules than this page
      this.#socket.close();
      return;
    }
    this.#shown = record.acts.length;
    this.#count();
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
      { changed: (record, plies) => this.#acted(record, plies) },
      {
        sounds: this.#options.sounds ?? null,
        // The server stamps: on the board no time passes between two events.
        now: () => (this.#journal ? lastMs(this.#journal.record()) : 0),
        seat: this.side ?? 'nobody',
        frozen: () => this.paused || this.held !== null,
        byHand: () => this.#playsByHand,
        clockElsewhere: () => this.#clockNow(),
      },
    );
  }

  #tell(): void {
    const { session, game, role, state } = this;
    const journal = this.#journal;
    if (!session || !journal || game === null || role === null || state === null) return;
    const record = journal.record();
    const plies = session.live.ply - journal.pending.filter((it) => it.act?.act === 'move').length;
    this.#options.told?.({ game, role, record, plies: Math.max(0, plies), turn: state.turn, state });
  }

  /** The other side's time is up, and the server has not said so: it is asked to look, once. */
  #reportFlag(): void {
    const journal = this.#journal;
    const { state, side } = this;
    if (!journal || !state?.clock || side === null || state.ending !== null || this.#flagged === journal.version) return;
    const { running } = state.clock;
    if (running === null || running === side || journal.pending.length > 0) return;
    if (!isUp(clockAfter(state.clock, this.now - FLAG_AFTER_MS - state.at_ms))) return;
    this.#flagged = journal.version;
    this.want({ act: 'flag', side: running });
  }
}
