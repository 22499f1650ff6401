/**
 * Speaks moves with a voice of the device. Only voices that work without a network are used, so that nobody else learns what
 * is played here. If there is none, or voices are off, there is silence.
 */
import type { Language } from '../rules/model';

type Speech = Pick<SpeechSynthesis, 'getVoices' | 'speak' | 'cancel'>;

export class Voice {
  readonly #wanted: () => boolean;
  readonly #speech: Speech | null;

  /** `wanted` is asked before every sentence. */
  constructor(wanted: () => boolean, speech: Speech | null = typeof speechSynthesis === 'undefined' ? null : speechSynthesis) {
    this.#wanted = wanted;
    this.#speech = speech;
  }

  /** Whether the device has a local voice for a language. */
  speaks(language: Language): boolean {
    return this.#voice(language) !== null;
  }

  /** Speaks a sentence, and interrupts the one before. */
  say(sentence: string, language: Language): void {
    const voice = this.#wanted() && sentence ? this.#voice(language) : null;
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
