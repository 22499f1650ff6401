/**
 * Says moves aloud with a voice of the device. Only voices that need no network are used: what is played here is nobody's
 * business. Where there is none, or voices are off, there is silence.
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

  /** Whether the device has a voice of its own for a language. */
  speaks(language: Language): boolean {
    return this.#voice(language) !== null;
  }

  /** Says a sentence in place of what is being said. */
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
