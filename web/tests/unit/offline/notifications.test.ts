/** Notifications of the device: requested by a press, shown only while the page is hidden. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { canNotify, mayNotify, notify } from '../../../src/offline/notifications';

const shown: string[] = [];
let asked = 0;

class FakeNotification {
  static permission = 'default';
  static async requestPermission(): Promise<string> {
    asked += 1;
    return FakeNotification.permission;
  }
  onclick: (() => void) | null = null;
  constructor(title: string, { body, tag }: { body: string; tag: string }) {
    shown.push(`${tag} ${title} ${body}`);
  }
}

beforeEach(() => {
  shown.length = asked = 0;
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('Notification', FakeNotification);
  vi.stubGlobal('document', { visibilityState: 'hidden' });
  FakeNotification.permission = 'granted';
});

describe('a notification', () => {
  it('is shown while the page is hidden, without a request for permission', async () => {
    await notify('Your turn', 'against Piet', 'game');
    expect([shown, asked]).toEqual([['game Your turn against Piet'], 0]);
  });

  it('is not shown while the page is visible, without permission, or without support', async () => {
    vi.stubGlobal('document', { visibilityState: 'visible' });
    await notify('a', '', 'b');
    vi.stubGlobal('document', { visibilityState: 'hidden' });
    FakeNotification.permission = 'denied';
    await notify('a', '', 'b');
    vi.stubGlobal('isSecureContext', false);
    FakeNotification.permission = 'granted';
    await notify('a', '', 'b');
    expect([shown, canNotify(), await mayNotify(), asked]).toEqual([[], false, false, 0]);
  });

  it('is shown by the service worker if a page may not', async () => {
    class OfAPhone extends FakeNotification {
      static override permission = 'granted';
      constructor(title: string, options: { body: string; tag: string }) {
        super(title, options);
        shown.length = 0;
        throw new TypeError('Illegal constructor');
      }
    }
    vi.stubGlobal('Notification', OfAPhone);
    vi.stubGlobal('navigator', {
      serviceWorker: { getRegistration: async () => ({ showNotification: async (title: string) => void shown.push(`worker ${title}`) }) },
    });
    await notify('Your turn', '', 'game');
    expect(shown).toEqual(['worker Your turn']);
  });

  it('requests permission when it is switched on', async () => {
    expect([await mayNotify(), asked]).toEqual([true, 1]);
    FakeNotification.permission = 'denied';
    expect([await mayNotify(), asked]).toEqual([false, 2]);
  });
});
