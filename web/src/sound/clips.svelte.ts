/**
 * Recorded sentences, used instead of the device's voice: files in `voices/LANGUAGE`, named by the
 * fingerprint of their sentence. A changed sentence has no clip, so the device reads it. `npm run
 * voices` lists missing ones.
 */
import type { Language } from '../rules/model';
import { clipId, ID_LENGTH } from './clip-id';

/** Where clips come from; separate for the tests. */
export interface ClipSource {
  /** The fingerprints of a language's clips, one after another without separators. */
  list: (language: Language) => Promise<string>;
  /** Fetches a clip without playing it, so that it is there without a network. */
  fetch: (address: string) => Promise<unknown>;
  play: (address: string) => Promise<{ stop: () => void }>;
}

export class Clips {
  /** The fingerprints of each language whose list has arrived. */
  readonly #ids = $state<Partial<Record<Language, ReadonlySet<string>>>>({});
  readonly #asked = new Set<Language>();
  readonly #source: ClipSource;
  #playing: { stop: () => void } | null = null;
  #turn = 0;

  constructor(source: ClipSource = NETWORK) {
    this.#source = source;
  }

  /** Asks for the list of a language once; without it, the voice of the device is used. */
  open(language: Language): void {
    if (this.#asked.has(language)) return;
    this.#asked.add(language);
    void this.#source.list(language).then(
      (list) => {
        const ids = new Set<string>();
        for (let at = 0; at + ID_LENGTH <= list.length; at += ID_LENGTH) ids.add(list.slice(at, at + ID_LENGTH));
        this.#ids[language] = ids;
      },
      () => this.#asked.delete(language),
    );
  }

  /** Whether a language has recordings. */
  speaks(language: Language): boolean {
    return (this.#ids[language]?.size ?? 0) > 0;
  }

  has(sentence: string, language: Language): boolean {
    return this.#ids[language]?.has(clipId(sentence)) ?? false;
  }

  /**
   * Plays a sentence, interrupting the previous one. Returns false if its clip could not be played.
   */
  async say(sentence: string, language: Language): Promise<boolean> {
    this.stop();
    if (!this.has(sentence, language)) return false;
    const turn = this.#turn;
    try {
      const playing = await this.#source.play(addressOf(sentence, language));
      if (turn === this.#turn) this.#playing = playing;
      else playing.stop();
      return true;
    } catch {
      return turn !== this.#turn; // an interrupted sentence is not spoken later
    }
  }

  stop(): void {
    this.#turn += 1;
    this.#playing?.stop();
    this.#playing = null;
  }

  /** Fetches the clips of sentences one after another, until the signal aborts. */
  async prepare(sentences: readonly string[], language: Language, signal: AbortSignal): Promise<void> {
    for (const sentence of sentences) {
      if (signal.aborted) return;
      if (!this.has(sentence, language)) continue;
      try {
        await this.#source.fetch(addressOf(sentence, language));
      } catch {
        return; // no network: nothing more will come now
      }
    }
  }
}

const addressOf = (sentence: string, language: Language): string => `voices/${language}/${clipId(sentence)}.opus`;

const get = async (address: string): Promise<Response> => {
  const answer = await fetch(address, { priority: 'low' });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer;
};

let context: AudioContext | null = null;

const NETWORK: ClipSource = {
  list: async (language) => (await get(`voices/${language}.txt`)).text(),
  fetch: async (address) => (await get(address)).arrayBuffer(),
  // Plays a file of the page itself; an audio element would need a wider content policy.
  play: async (address) => {
    context ??= new AudioContext();
    const source = context.createBufferSource();
    source.buffer = await context.decodeAudioData(await (await get(address)).arrayBuffer());
    source.connect(context.destination);
    source.start();
    return { stop: () => source.stop() };
  },
};
