/**
 * The account page against the real server: from a new account to its deletion, at the width of a
 * phone, in both languages.
 */
import type { Page } from '@playwright/test';
import { expectAccessible, expectLooked } from './accessible';
import { newPlayer } from './live-page';
import { expect, test } from './test';

const PASSWORD = 'un cheval bleu';

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, locale: 'fr-FR' });

  test('an account is made, found again by a code, and deleted', async ({ page }) => {
    test.skip(!process.env['DAMIER_URL'], 'accounts need a server');
    const name = `Awa${Date.now() % 1_000_000}`;
    const fits = async (): Promise<void> => {
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    };
    await page.goto('./#/account');
    await page.getByRole('radio', { name: 'Créer un compte' }).check({ force: true });
    await expectLooked(page);
    await page.getByRole('textbox', { name: 'Nom' }).fill(name);
    await page.getByLabel('Mot de passe', { exact: true }).fill('12345678');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('est trop courant');
    await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Vos codes de secours' })).toBeVisible();
    const codes = await page.locator('code').allTextContents();
    expect(codes).toHaveLength(8);
    await fits();
    await expectAccessible(page);
    // They are printed without the page, with the address of the site.
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText(`Damier, ${new URL(page.url()).host}`)).toBeVisible();
    await expect(page.locator('code').first()).toBeVisible();
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
    await page.emulateMedia({ media: null });
    // The browser asks before the page is left, and the page warns afterwards.
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    const lost = page.getByRole('status').filter({ hasText: 'pendant l’affichage' });
    await expect(lost).toBeVisible();
    await expect(page.locator('code')).toHaveCount(0);
    await fits();
    await expectAccessible(page);
    await lost.getByRole('button', { name: 'Je les ai notés' }).click();
    await expect(lost).toHaveCount(0);
    await page.reload();
    await expect(page.getByText(`sous le nom de ${name}`)).toBeVisible();

    await page.getByText('Jetons d’accès pour les programmes').click();
    await page.getByRole('textbox', { name: 'Utilisation' }).fill('mon robot');
    await page.getByRole('checkbox', { name: 'Jouer en tant que programme' }).check();
    await page.locator('#token-password').fill('pas le bon');
    await page.getByRole('button', { name: 'Créer un jeton' }).click();
    await expect(page.getByRole('alert')).toContainText('incorrect');
    await page.locator('#token-password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Créer un jeton' }).click();
    await expect(page.getByRole('textbox', { name: 'Le jeton' })).toHaveValue(/^dmr_[\w-]{43}$/);
    const closed = page.locator('details:not([open]) > summary');
    while ((await closed.count()) > 0) await closed.first().click();
    await fits();
    await expectLooked(page);

    // A new password revokes the token unless it is to stay, and the page lists what stays; new
    // codes are created on request.
    await page.locator('#change-old').fill(PASSWORD);
    await page.locator('#change-new').fill('un cheval vert');
    await expect(page.getByRole('checkbox', { name: 'Révoquer aussi tous les jetons' })).toBeChecked();
    await page.getByRole('button', { name: 'Changer le mot de passe' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'codes de secours restent valables' })).toBeVisible();
    await expect(page.getByText('mon robot')).toHaveCount(0);
    await expectAccessible(page);
    await page.locator('#change-old').fill('un cheval vert');
    await page.locator('#change-new').fill(PASSWORD);
    await page.getByRole('checkbox', { name: 'Créer aussi de nouveaux codes' }).check();
    await page.getByRole('button', { name: 'Changer le mot de passe' }).click();
    await expect(page.getByRole('heading', { name: 'Vos codes de secours' })).toBeVisible();
    const renewed = await page.locator('code').allTextContents();
    expect(renewed).toHaveLength(8);
    expect(renewed).not.toContain(codes[2]);
    await page.getByRole('button', { name: 'Je les ai notés' }).click();

    await page.getByRole('button', { name: 'Se déconnecter' }).click();
    await page.getByRole('radio', { name: 'Utiliser un code de secours' }).check({ force: true });
    await page.getByRole('textbox', { name: 'Nom' }).fill(name.toUpperCase());
    await page.getByRole('textbox', { name: 'Code de secours' }).fill(renewed[2]!.toLowerCase());
    await page.getByLabel('Nouveau mot de passe', { exact: true }).fill('ein blaues Pferd');
    await page.getByRole('button', { name: 'Se connecter' }).click();
    await expect(page.getByRole('heading', { name: 'Vos codes de secours' })).toBeVisible();
    expect(await page.locator('code').allTextContents()).not.toEqual(renewed);
    await page.getByRole('button', { name: 'Je les ai notés' }).click();
    await expect(page.getByText('Codes de secours restants : 8')).toBeVisible();

    await page.getByText('Supprimer le compte').click();
    await page.locator('#delete-password').fill('ein blaues Pferd');
    await page.getByRole('button', { name: 'Supprimer définitivement' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Le compte a été supprimé.' })).toBeVisible();
  });
});

test('all other sessions of an account are ended together', async ({ browser, baseURL }) => {
  test.skip(!process.env['DAMIER_URL'], 'accounts need a server');
  const name = `Noa${Date.now() % 1_000_000}`;
  const pages = [await newPlayer(browser, baseURL, { viewport: { width: 360, height: 740 } }), await newPlayer(browser, baseURL), await newPlayer(browser, baseURL)] as const;
  for (const [n, page] of pages.entries()) {
    await page.goto('./#/account');
    await page.getByRole('radio', { name: n === 0 ? 'Create an account' : 'Sign in' }).check({ force: true });
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    if (n === 0) await page.getByRole('button', { name: 'I have saved them' }).click();
    await expect(page.getByText(`as ${name}`)).toBeVisible();
  }
  const [phone, ...others] = pages;
  await phone.reload();
  const sessions = phone.getByRole('region', { name: 'Sessions' });
  await expect(sessions.getByRole('listitem')).toHaveCount(3);
  await expect(sessions.getByRole('listitem').last()).toContainText(/\d:\d\d/);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await sessions.getByRole('button', { name: 'Close all other sessions' }).click();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await expect(sessions.getByRole('heading')).toBeFocused();
  await expect(sessions.getByRole('status')).toHaveText('All other sessions have been closed.');
  await expectAccessible(phone);
  for (const other of others) {
    await other.reload();
    await expect(other.getByRole('button', { name: 'Sign in' })).toBeVisible();
  }
  for (const page of pages) await page.context().close();
});

test('progress is carried to another device when the user allows it', async ({ browser, baseURL }) => {
  test.skip(!process.env['DAMIER_URL'], 'accounts need a server');
  const name = `Zoe${Date.now() % 1_000_000}`;
  const stars = (page: Page) => page.locator('.total');
  const sign = async (page: Page, way: string): Promise<void> => {
    await page.goto('./#/account');
    await page.getByRole('radio', { name: way }).check({ force: true });
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
  };
  const learnt = async (page: Page, lessons: object): Promise<void> => {
    await page.addInitScript((text) => localStorage.getItem('damier.lessons') ?? localStorage.setItem('damier.lessons', text), JSON.stringify(lessons));
  };
  const whole = { stars: 3, at: 0, helps: 0 };

  const phone = await newPlayer(browser, baseURL, { viewport: { width: 360, height: 740 } });
  await learnt(phone, { words: whole });
  await sign(phone, 'Create an account');
  await phone.getByRole('button', { name: 'I have saved them' }).click();
  await phone.getByRole('button', { name: 'Save them to my account' }).click();
  await expect(phone.getByText('saved in your account. Last updated')).toBeVisible();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(phone);

  const laptop = await newPlayer(browser, baseURL);
  await learnt(laptop, { 'one-step': whole, taking: { ...whole, stars: 2 } });
  await sign(laptop, 'Sign in');
  await expect(laptop.getByText('both on this device and in your account')).toBeVisible();
  await expectAccessible(laptop);
  await laptop.getByRole('button', { name: 'Combine both' }).click();
  await expect(laptop.getByText('saved in your account. Last updated')).toBeVisible();
  await laptop.goto('./#/learn');
  await expect(stars(laptop)).toContainText('8');

  await phone.goto('./#/learn');
  await phone.reload();
  await expect(stars(phone)).toContainText('8');

  // Another user of the same computer: the account's progress is loaded, and that of the device is
  // removed.
  const shared = await newPlayer(browser, baseURL);
  await learnt(shared, { rafle: whole });
  await sign(shared, 'Sign in');
  await shared.getByRole('button', { name: 'Use the account’s' }).click();
  await expect(shared.getByText('saved in your account. Last updated')).toBeVisible();
  await shared.goto('./#/learn');
  await expect(stars(shared)).toContainText('8');

  await phone.goto('./#/account');
  await phone.getByRole('button', { name: 'Remove them from the account' }).click();
  await phone.getByRole('button', { name: 'Yes, remove them' }).click();
  await expect(phone.getByRole('button', { name: 'Save them to my account' })).toBeVisible();
  await laptop.goto('./#/account');
  await expect(laptop.getByRole('alert')).toContainText('were removed from your account');

  // Signing out ends it: later progress may belong to another user.
  await shared.goto('./#/account');
  await shared.getByRole('button', { name: 'Save them to my account' }).click();
  await expect(shared.getByText('saved in your account. Last updated')).toBeVisible();
  await shared.getByRole('button', { name: 'Sign out' }).click();
  await expect(shared.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(await shared.evaluate(() => localStorage.getItem('damier.progress'))).toBeNull();
  for (const page of [phone, laptop, shared]) await page.context().close();
});

test('without a server the account page says so in one line', async ({ page }) => {
  await page.route(/\/api\/v1\/account$/, (route) => route.abort());
  await page.goto('./#/account');
  await expect(page.getByRole('status')).toHaveText('Accounts need a server; this page runs without one.');
  await expectAccessible(page);
});
