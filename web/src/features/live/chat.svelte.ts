/**
 * What is said at the board of a live game: to everybody there, and among the members of the own team. Nothing of it is kept: it is shown, and gone with
 * the page. The live game hands on what the server tells; its screens read the fields and call the methods.
 */
import type { Side } from '../../rules/model';
import type { FromClient as ClientFrame, Marks, Phrase, TeamPhrase, TeamShown as Team } from '../../api/types';
import type { LiveGameOptions } from './live-options';

/** The game at whose board it is said. */
export interface TalkedAt {
  /** The user's side; null for a spectator. */
  side: () => Side | null;
  /** Sends a frame. Returns whether the connection took it. */
  send: (frame: ClientFrame) => boolean;
  speak: (sentence: string) => void;
}

export class Talk {
  readonly #options: Pick<LiveGameOptions, 'words' | 'quiet' | 'mutes'>;
  readonly #at: TalkedAt;

  said = $state.raw<{ by: Side; phrase: Phrase; number: number } | null>(null);
  /** Whether nothing is shown of what the other side says. */
  muted = $state(false);
  whispered = $state.raw<{ name: string; phrase: TeamPhrase; number: number } | null>(null);

  constructor(options: Pick<LiveGameOptions, 'words' | 'quiet' | 'muted' | 'mutes'>, at: TalkedAt) {
    this.#options = options;
    this.#at = at;
    this.muted = options.muted === true;
  }

  /** Says something to the others at the board. Returns whether it was sent: it is not kept until the connection is back. */
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

  /** Says something to the own team. Returns whether it was sent. */
  whisper(phrase: TeamPhrase): boolean {
    return this.#at.send({ frame: 'whisper', phrase });
  }

  /** Marks something on the board for the own team, in the place of what was marked before. */
  mark(marks: Marks): void {
    this.#at.send({ frame: 'mark', ...marks });
  }

  hear(by: Side, phrase: Phrase): void {
    const isMine = by === this.#at.side();
    if (!isMine && (this.muted || this.#options.quiet?.() === true)) return;
    this.said = { by, phrase, number: (this.said?.number ?? 0) + 1 };
    if (!isMine) this.#at.speak(this.#options.words.said(by, phrase));
  }

  /** The member `by` of the own team has said something there. */
  hearWhispered(by: number, phrase: TeamPhrase, team: Team | null): void {
    const name = team?.members.find(({ number }) => number === by)?.name ?? '';
    this.whispered = { name, phrase, number: (this.whispered?.number ?? 0) + 1 };
    if (by !== team?.you) this.#at.speak(this.#options.words.whispered(name, phrase));
  }
}
