/** Voices installed on the device, and recorded sentences. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { clipId } from '../../../src/sound/clip-id';
import { Clips, type ClipSource } from '../../../src/sound/clips.svelte';
import { Voice } from '../../../src/sound/voice';

const voice = (lang: string, localService: boolean): SpeechSynthesisVoice => ({ lang, localService }) as SpeechSynthesisVoice;
const speech = (voices: SpeechSynthesisVoice[]) => ({ getVoices: () => voices, speak: vi.fn(), cancel: vi.fn() });

beforeEach(() => {
  vi.stubGlobal(
    'SpeechSynthesisUtterance',
    class {
      lang = '';
      constructor(readonly text: string) {}
    },
  );
});

describe('a voice', () => {
  it('of the device speaks the language of the page', () => {
    const device = speech([voice('en-GB', true), voice('fr-FR', true)]);
    const it = new Voice(() => true, device);
    it.say('Les Blancs jouent de 32 à 28.', 'fr');
    expect(device.speak).toHaveBeenCalledOnce();
    expect(device.speak.mock.calls[0]![0]).toMatchObject({ text: 'Les Blancs jouent de 32 à 28.', lang: 'fr-FR' });
  });

  it('that needs a network is not used', () => {
    const device = speech([voice('fr-FR', false)]);
    const it = new Voice(() => true, device);
    it.say('Bonjour.', 'fr');
    expect(it.speaks('fr')).toBe(false);
    expect(device.speak).not.toHaveBeenCalled();
  });

  it('is silent if disabled, without text, and without a voice on the device', () => {
    const device = speech([voice('en-GB', true)]);
    new Voice(() => false, device).say('Hello.', 'en');
    new Voice(() => true, device).say('', 'en');
    expect(device.speak).not.toHaveBeenCalled();
    new Voice(() => true, null).say('Hello.', 'en');
  });
});

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe('recorded sentences', () => {
  const BRAVO = 'Bravo !';
  const recorded = (play: ClipSource['play'] = () => Promise.resolve({ stop: vi.fn() }), fetched = vi.fn()): Clips =>
    new Clips({ list: (language) => Promise.resolve(language === 'fr' ? `00000000${clipId(BRAVO)}` : ''), fetch: fetched, play });
  /** The clips once their list has arrived. */
  const ready = async (clips: Clips): Promise<Clips> => {
    for (const language of ['fr', 'en'] as const) clips.open(language);
    await settle();
    return clips;
  };

  it('are named by the FNV-1a hash of their text', () => {
    expect([clipId(''), clipId('a'), clipId('foobar')]).toEqual(['811c9dc5', 'e40c292c', 'bf9cf968']);
    expect(clipId('é')).not.toBe(clipId('e'));
  });

  it('are preferred to the voice of the device', async () => {
    const device = speech([voice('fr-FR', true)]);
    const play = vi.fn(() => Promise.resolve({ stop: vi.fn() }));
    const it = new Voice(() => true, device, await ready(recorded(play)));
    it.say(BRAVO, 'fr');
    await settle();
    expect(play).toHaveBeenCalledExactlyOnceWith(`voices/fr/${clipId(BRAVO)}.opus`);
    expect(device.speak).not.toHaveBeenCalled();
    it.say('Bravo.', 'fr');
    expect(device.speak).toHaveBeenCalledOnce();
  });

  it('are played if the device has no voice', async () => {
    const it = new Voice(() => true, speech([]), await ready(recorded()));
    expect([it.speaks('fr'), it.speaks('en')]).toEqual([true, false]);
  });

  it('fall back to the voice of the device if a clip cannot be played', async () => {
    const device = speech([voice('fr-FR', true)]);
    const it = new Voice(() => true, device, await ready(recorded(() => Promise.reject(new Error('404')))));
    it.say(BRAVO, 'fr');
    await settle();
    expect(device.speak).toHaveBeenCalledOnce();
  });

  it('stop when another sentence starts, even while they are fetched', async () => {
    const stop = vi.fn();
    let fetched: (playing: { stop: () => void }) => void = () => undefined;
    const device = speech([voice('fr-FR', true)]);
    const it = new Voice(() => true, device, await ready(recorded(() => new Promise((resolve) => (fetched = resolve)))));
    it.say(BRAVO, 'fr');
    it.say('Continue.', 'fr');
    fetched({ stop });
    await settle();
    expect(stop).toHaveBeenCalledOnce();
    expect(device.speak).toHaveBeenCalledOnce();
    it.say(BRAVO, 'fr');
    fetched({ stop });
    await settle();
    it.hush();
    expect(stop).toHaveBeenCalledTimes(2);
  });

  it('are not played when disabled', async () => {
    const play = vi.fn();
    new Voice(() => false, null, await ready(recorded(play))).say(BRAVO, 'fr');
    await settle();
    expect(play).not.toHaveBeenCalled();
  });

  it('are fetched before they are heard, except those that do not exist', async () => {
    const fetched = vi.fn(() => Promise.resolve());
    const clips = await ready(recorded(undefined, fetched));
    await clips.prepare(['Bravo.', BRAVO], 'fr', new AbortController().signal);
    expect(fetched).toHaveBeenCalledExactlyOnceWith(`voices/fr/${clipId(BRAVO)}.opus`);
    const left = new AbortController();
    left.abort();
    await clips.prepare([BRAVO], 'fr', left.signal);
    expect(fetched).toHaveBeenCalledOnce();
  });

  it('are asked for again if their list could not be fetched', async () => {
    let times = 0;
    const list = (): Promise<string> => (times++ === 0 ? Promise.reject(new Error('offline')) : Promise.resolve(clipId(BRAVO)));
    const clips = new Clips({ list, fetch: vi.fn(), play: vi.fn() });
    await ready(clips);
    expect(clips.speaks('fr')).toBe(false);
    clips.open('fr');
    await settle();
    expect(clips.has(BRAVO, 'fr')).toBe(true);
  });
});
