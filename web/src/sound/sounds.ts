/**
 * The sounds of the board. They are synthesised, so no file is fetched. There is no sound before the user has touched the page,
 * because browsers do not allow it, nor when sounds are off.
 */

/** The parts of a move that can be heard. */
interface Heard {
  captured: readonly number[];
  promotes: boolean;
}

export class Sounds {
  readonly #wanted: () => boolean;
  #context: AudioContext | null = null;
  #noise: AudioBuffer | null = null;

  /** `wanted` is asked before every sound. */
  constructor(wanted: () => boolean) {
    this.#wanted = wanted;
  }

  /** A disc put down, and one more click for each captured piece, up to four. */
  move({ captured, promotes }: Heard, ends: boolean): void {
    this.#knock(0, 1);
    for (let i = 0; i < Math.min(captured.length, 4); i += 1) this.#knock(0.09 + i * 0.075, 1.35 + i * 0.12);
    if (promotes) [523, 659, 784].forEach((pitch, i) => this.#tone(pitch, 0.12 + i * 0.09, 0.22, 0.07));
    if (ends) this.ending();
  }

  /** A game has begun, or a rematch is offered. */
  call(): void {
    this.#tone(587, 0, 0.16, 0.08);
    this.#tone(784, 0.14, 0.26, 0.08);
  }

  refusal(): void {
    this.#tone(165, 0, 0.14, 0.09);
    this.#tone(139, 0.09, 0.18, 0.09);
  }

  /** The tick of one of the last ten seconds. */
  tick(): void {
    this.#tone(880, 0, 0.06, 0.08);
  }

  ending(): void {
    [392, 494, 587].forEach((pitch, i) => this.#tone(pitch, 0.3 + i * 0.13, 0.7, 0.06));
  }

  /** The audio context, as soon as one is allowed. Sound is optional: if it fails, there is silence. */
  #open(): AudioContext | null {
    if (!this.#wanted() || typeof AudioContext === 'undefined') return null;
    if (!navigator.userActivation?.hasBeenActive) return null;
    this.#context ??= new AudioContext();
    if (this.#context.state === 'suspended') void this.#context.resume();
    return this.#context;
  }

  /** A short dull click, like a disc on a board. */
  #knock(after: number, brightness: number): void {
    const context = this.#open();
    if (!context) return;
    const at = context.currentTime + after;
    this.#noise ??= noise(context);
    const source = new AudioBufferSourceNode(context, { buffer: this.#noise });
    const filter = new BiquadFilterNode(context, { type: 'bandpass', frequency: 900 * brightness, Q: 1.1 });
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.setValueAtTime(0.5, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + 0.07);
    source.connect(filter).connect(gain).connect(context.destination);
    source.start(at, 0, 0.09);
    this.#tone(190 * brightness, after, 0.08, 0.16);
  }

  #tone(pitch: number, after: number, length: number, loudness: number): void {
    const context = this.#open();
    if (!context) return;
    const at = context.currentTime + after;
    const tone = new OscillatorNode(context, { type: 'sine', frequency: pitch });
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.setValueAtTime(0.0001, at);
    gain.gain.linearRampToValueAtTime(loudness, at + 0.008);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
    tone.connect(gain).connect(context.destination);
    tone.start(at);
    tone.stop(at + length + 0.02);
  }
}

function noise(context: AudioContext): AudioBuffer {
  const buffer = new AudioBuffer({ length: context.sampleRate / 10, sampleRate: context.sampleRate });
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  return buffer;
}
