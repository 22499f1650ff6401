/**
 * Speaks moves with a voice of the device. Only voices that work without a network are used, so that no service learns what
 * is played here. If there is none, or voices are off, there is silence. Where a sentence is recorded, its clip is played instead.
 */
import { createSubscriber } from 'svelte/reactivity';
import type { Language } from '../rules/model';
import type { Clips } from './clips.svelte';

type Speech = Pick<SpeechSynthesis, 'getVoices' | 'speak' | 'cancel'> & Partial<Pick<SpeechSynthesis, 'addEventListener' | 'removeEventListener'>>;

export class Voice {
  readonly #wanted: () => boolean;
  readonly #speech: Speech | null;
  readonly #clips: Pick<Clips, 'open' | 'speaks' | 'has' | 'say' | 'stop'> | null;

  /** `wanted` is asked before every sentence. A sentence that `clips` has is not left to the device. */
  constructor(
    wanted: () => boolean,
    speech: Speech | null = typeof speechSynthesis === 'undefined' ? null : speechSynthesis,
    clips: Pick<Clips, 'open' | 'speaks' | 'has' | 'say' | 'stop'> | null = null,
  ) {
    this.#wanted = wanted;
    this.#speech = speech;
    this.#clips = clips;
  }

  /** The voices of a device may load after the page. */
  readonly #changed = createSubscriber((update) => {
    this.#speech?.addEventListener?.('voiceschanged', update);
    return () => this.#speech?.removeEventListener?.('voiceschanged', update);
  });

  /** Whether there is a voice for a language: a local one of the device, or recorded sentences. Effects that ask run again when voices are loaded. */
  speaks(language: Language): boolean {
    this.#changed();
    this.#clips?.open(language);
    return this.#voice(language) !== null || (this.#clips?.speaks(language) ?? false);
  }

  /** Speaks a sentence, and interrupts the one before. One that the user asked for is spoken even if voices are off. */
  say(sentence: string, language: Language, asked = false): void {
    if (!(asked || this.#wanted()) || !sentence) return;
    this.#clips?.stop();
    if (!this.#clips?.has(sentence, language)) return this.#speak(sentence, language);
    this.#speech?.cancel();
    void this.#clips.say(sentence, language).then((played) => {
      if (!played) this.#speak(sentence, language);
    });
  }

  hush(): void {
    this.#clips?.stop();
    this.#speech?.cancel();
  }

  #speak(sentence: string, language: Language): void {
    const voice = this.#voice(language);
    if (!voice || !this.#speech) return;
    this.#speech.cancel();
    const utterance = new SpeechSynthesisUtterance(sentence);
    utterance.voice = voice;
    utterance.lang = voice.lang;
    this.#speech.speak(utterance);
  }

  #voice(language: Language): SpeechSynthesisVoice | null {
    const voices = this.#speech?.getVoices() ?? [];
    return voices.find((voice) => voice.localService && voice.lang.toLowerCase().startsWith(language)) ?? null;
  }
}
