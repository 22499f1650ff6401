/**
 * Phrases at the board of a live game: to everyone there, and within a team. They are not stored. The live game passes the server's frames; its screens read
 * the fields and call the methods.
 */
import type { Side } from '../../rules/model';
import type { FromClient as ClientFrame, Marks, Phrase, TeamPhrase, TeamShown as Team } from '../../api/types';
import type { LiveGameOptions } from './live-options';

export interface ChatContext {
  /** The user's side; null for a spectator. */
  side: () => Side | null;
  /** Sends a frame. Returns whether the connection took it. */
  send: (frame: ClientFrame) => boolean;
  speak: (sentence: string) => void;
}

export class ChatLog {
  readonly #options: Pick<LiveGameOptions, 'words' | 'quiet' | 'mutes'>;
  readonly #at: ChatContext;

  said = $state.raw<{ by: Side; phrase: Phrase; number: number } | null>(null);
  /** Whether the opponent's phrases are muted. */
  muted = $state(false);
  whispered = $state.raw<{ name: string; phrase: TeamPhrase; number: number } | null>(null);

  constructor(options: Pick<LiveGameOptions, 'words' | 'quiet' | 'muted' | 'mutes'>, at: ChatContext) {
    this.#options = options;
    this.#at = at;
    this.muted = options.muted === true;
  }

  /** Sends a phrase to the board. Returns whether it was sent: it is not queued while offline. */
  say(phrase: Phrase): boolean {
    const side = this.#at.side();
    if (side === null || !this.#at.send({ frame: 'say', phrase })) return false;
    this.said = { by: side, phrase, number: (this.said?.number ?? 0) + 1 };
    return true;
  }

  /** Hides the phrases of the other side, or of both for a spectator; or shows them again. */
  mute(muted = true): void {
    this.muted = muted;
    if (muted && this.said !== null && this.said.by !== this.#at.side()) this.said = null;
    this.#options.mutes?.(muted);
  }

  /** Sends a phrase to the team. Returns whether it was sent. */
  whisper(phrase: TeamPhrase): boolean {
    return this.#at.send({ frame: 'whisper', phrase });
  }

  /** Sends marks on the board to the team, replacing the earlier ones. */
  mark(marks: Marks): void {
    this.#at.send({ frame: 'mark', ...marks });
  }

  hear(by: Side, phrase: Phrase): void {
    const isMine = by === this.#at.side();
    if (!isMine && (this.muted || this.#options.quiet?.() === true)) return;
    this.said = { by, phrase, number: (this.said?.number ?? 0) + 1 };
    if (!isMine) this.#at.speak(this.#options.words.said(by, phrase));
  }

  /** The member `by` of the team has sent a phrase. */
  hearWhispered(by: number, phrase: TeamPhrase, team: Team | null): void {
    const name = team?.members.find(({ number }) => number === by)?.name ?? '';
    this.whispered = { name, phrase, number: (this.whispered?.number ?? 0) + 1 };
    if (by !== team?.you) this.#at.speak(this.#options.words.whispered(name, phrase));
  }
}
