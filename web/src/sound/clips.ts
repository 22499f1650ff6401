/**
 * Recorded sentences, used instead of the device's voice: files in `web/voices/LANGUAGE`, named by
 * the fingerprint of their sentence. A changed sentence has no clip, so the device reads it. `npm
 * run voices` lists missing ones.
 */
import type { Language } from '../rules/model';

/** The addresses of the clips in the build, by their path in the project; may be empty. */
const FILES = import.meta.glob<string>('../../voices/*/*.{opus,m4a,mp3}', { query: '?url', import: 'default', eager: true });

/**
 * The fingerprint of a sentence: FNV-1a of its UTF-8 bytes, 32 bits, as eight hexadecimal digits.
 */
export function clipId(sentence: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(sentence)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

export type Player = (address: string) => Promise<{ stop: () => void }>;

export class Clips {
  /** The address of each clip, by language and fingerprint. */
  readonly #addresses = new Map<string, string>();
  readonly #play: Player;
  #playing: { stop: () => void } | null = null;
  #asked = 0;

  constructor(files: Record<string, string> = FILES, play: Player = playAudio) {
    for (const [path, address] of Object.entries(files)) {
      const found = /\/([a-z]+)\/([0-9a-f]{8})\.\w+$/.exec(path);
      if (found) this.#addresses.set(`${found[1]} ${found[2]}`, address);
    }
    this.#play = play;
  }

  /** Whether a language has recordings. */
  speaks(language: Language): boolean {
    return [...this.#addresses.keys()].some((key) => key.startsWith(`${language} `));
  }

  has(sentence: string, language: Language): boolean {
    return this.#addresses.has(`${language} ${clipId(sentence)}`);
  }

  /**
   * Plays a sentence, interrupting the previous one. Returns false if its clip could not be played.
   */
  async say(sentence: string, language: Language): Promise<boolean> {
    this.stop();
    const address = this.#addresses.get(`${language} ${clipId(sentence)}`);
    if (address === undefined) return false;
    const asked = this.#asked;
    try {
      const playing = await this.#play(address);
      if (asked === this.#asked) this.#playing = playing;
      else playing.stop();
      return true;
    } catch {
      return asked !== this.#asked; // an interrupted sentence is not spoken later
    }
  }

  stop(): void {
    this.#asked += 1;
    this.#playing?.stop();
    this.#playing = null;
  }
}

let context: AudioContext | null = null;

/** Plays a file of the page itself; an audio element would need a wider content policy. */
async function playAudio(address: string): Promise<{ stop: () => void }> {
  context ??= new AudioContext();
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status}`);
  const source = context.createBufferSource();
  source.buffer = await context.decodeAudioData(await answer.arrayBuffer());
  source.connect(context.destination);
  source.start();
  return { stop: () => source.stop() };
}
