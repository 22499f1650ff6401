/** Voices of the device, and of nobody else. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Voice } from '../../src/sound/voice';

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
    it.say('Les Blancs jouent 32 à 28.', 'fr');
    expect(device.speak).toHaveBeenCalledOnce();
    expect(device.speak.mock.calls[0]![0]).toMatchObject({ text: 'Les Blancs jouent 32 à 28.', lang: 'fr-FR' });
  });

  it('that needs a network stays silent', () => {
    const device = speech([voice('fr-FR', false)]);
    const it = new Voice(() => true, device);
    it.say('Bonjour.', 'fr');
    expect(it.speaks('fr')).toBe(false);
    expect(device.speak).not.toHaveBeenCalled();
  });

  it('is silent where nobody wants it, where nothing is said, and where there is none', () => {
    const device = speech([voice('en-GB', true)]);
    new Voice(() => false, device).say('Hello.', 'en');
    new Voice(() => true, device).say('', 'en');
    expect(device.speak).not.toHaveBeenCalled();
    new Voice(() => true, null).say('Hello.', 'en');
  });
});
