/** Passkeys against the real server, with Chromium's virtual authenticator: created, used and removed, in both languages. */
import type { CDPSession, Page } from '@playwright/test';
import english from '../../src/features/accounts/words.en.json' with { type: 'json' };
import french from '../../src/features/accounts/words.fr.json' with { type: 'json' };
import { expectAccessible, expectLooked } from './accessible';
import { LONG } from './long';
import { expect, test } from './test';

const PASSWORD = 'un cheval bleu';

/** The server by a domain name: passkeys are not available on an IP address. */
function byName(baseURL: string | undefined): string {
  return baseURL!.replace('127.0.0.1', 'localhost');
}

async function authenticator(page: Page): Promise<{ cdp: CDPSession; id: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', ctap2Version: 'ctap2_1', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
  });
  return { cdp, id: authenticatorId };
}

/** By default in French on a phone only. */
for (const { locale, viewport, words } of [
  { locale: 'fr-FR', viewport: { width: 360, height: 740 }, words: french },
  { locale: 'en-GB', viewport: { width: 1280, height: 800 }, words: english },
]) {
  if (locale !== 'fr-FR' && !LONG) continue;
  test.describe(`${locale}, ${viewport.width} pixels`, () => {
    test.use({ viewport, locale });

    test('a passkey is created, signs in without a name, and is removed', async ({ page, baseURL }) => {
      test.skip(!process.env['DAMIER_URL'], 'accounts need a server');
      const name = `Key${locale.slice(0, 2)}${Date.now() % 1_000_000}`;
      const fits = async (): Promise<void> => {
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
      };
      const { cdp, id: authenticatorId } = await authenticator(page);
      await page.goto(`${byName(baseURL)}/#/account`);
      await page.getByRole('radio', { name: words['way.up'] }).check({ force: true });
      await page.getByRole('textbox', { name: words.name }).fill(name);
      await page.getByLabel(words.password, { exact: true }).fill(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: words['codes.done'] }).click();

      await page.getByText(words['passkeys.title'].replace('{n}', '0')).click();
      await expectLooked(page);
      await fits();
      await expect(page.getByRole('textbox', { name: words['passkeys.name'] })).toHaveValue('Chrome, Linux');
      await page.locator('#passkey-password').fill('not that one');
      await page.getByRole('button', { name: words['passkeys.make'] }).click();
      await expect(page.getByRole('alert')).toHaveText(words['refused.wrong-credentials']);
      await page.getByRole('textbox', { name: words['passkeys.name'] }).fill('Mon téléphone');
      await page.locator('#passkey-password').fill(PASSWORD);
      await page.getByRole('button', { name: words['passkeys.make'] }).click();
      await expect(page.getByRole('status').filter({ hasText: words['passkeys.added'] })).toBeVisible();
      await expect(page.getByText('Mon téléphone')).toBeVisible();
      await expect(page.getByText(words['passkeys.unused'])).toBeVisible();
      const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
      expect(credentials.map((it) => [it.rpId, it.isResidentCredential, it.userName])).toEqual([['localhost', true, name]]);

      // The same device again.
      await page.locator('#passkey-password').fill(PASSWORD);
      await page.getByRole('button', { name: words['passkeys.make'] }).click();
      await expect(page.getByRole('alert')).toHaveText(words['refused.passkey-there']);
      await expectAccessible(page);

      // Sign in without a name, but with user verification.
      // Touching the authenticator while autofill offers a passkey would sign in too early.
      await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false });
      await page.getByRole('button', { name: words.out, exact: true }).click();
      await expect(page.getByRole('textbox', { name: words.name })).toHaveAttribute('autocomplete', 'username webauthn');
      await fits();
      await expectAccessible(page);
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
      await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true });
      await page.getByRole('button', { name: words['passkeys.use'] }).click();
      await expect(page.getByRole('alert')).toHaveText(words['refused.passkey-stopped']);
      await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false });
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
      // The authenticator is enabled between that offer and the browser's question: once the question is open, it would be too late.
      await page.route(
        '**/session/passkey/question',
        async (route) => {
          await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true });
          await route.continue();
        },
        { times: 1 },
      );
      await page.getByRole('button', { name: words['passkeys.use'] }).click();
      await expect(page.getByText(words.signed.replace('{name}', name))).toBeVisible();

      await page.getByText(words['passkeys.title'].replace('{n}', '1')).click();
      await expect(page.getByText(words['passkeys.unused'])).toBeHidden();
      await page.getByRole('button', { name: words['passkeys.remove.of'].replace('{name}', 'Mon téléphone') }).click();
      await expectAccessible(page);
      await fits();
      await page.locator('#passkey-remove-password').fill(PASSWORD);
      await page.getByRole('button', { name: words['passkeys.remove.yes'] }).click();
      await expect(page.getByRole('status').filter({ hasText: words['passkeys.removed'] })).toBeVisible();
      await expect(page.getByText(words['passkeys.title'].replace('{n}', '0'))).toBeVisible();
    });
  });
}

test('on an IP address passkeys are not shown', async ({ page, baseURL }) => {
  test.skip(!process.env['DAMIER_URL'], 'accounts need a server');
  await authenticator(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${baseURL!.replace('localhost', '127.0.0.1')}/#/account`);
  await expect(page.getByRole('textbox', { name: english.name })).toHaveAttribute('autocomplete', 'username');
  await expect(page.getByRole('button', { name: english['passkeys.use'] })).toBeHidden();
  await page.getByRole('radio', { name: english['way.up'] }).check({ force: true });
  await page.getByRole('textbox', { name: english.name }).fill(`Hall${Date.now() % 1_000_000}`);
  await page.getByLabel(english.password, { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: english['codes.done'] }).click();
  await expect(page.getByText(english['change.title']).first()).toBeVisible();
  await expect(page.getByText('Passkeys')).toHaveCount(0);
  expect(asked.filter((path) => path.includes('passkey'))).toEqual([]);
});
