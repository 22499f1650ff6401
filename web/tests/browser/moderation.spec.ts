/**
 * Moderation, with a server of its own, since an operator is appointed in its database: a guest reports a club in French on a phone; the operator clears
 * its description, bans its founder and finds both in the log.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectAccessible, expectLooked } from './accessible';
import { freePort, hasProgram, PROGRAM, start } from './own-server';
import { newPlayer } from './live-page';
import { expect, test } from './test';

test.skip(!process.env['DAMIER_URL'] || !hasProgram(), 'moderation needs the program');

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, locale: 'fr-FR', colorScheme: 'dark' } as const;

test('a club is reported, its description cleared and its founder banned', async ({ browser }) => {
  test.slow();
  const folder = mkdtempSync(join(tmpdir(), 'damier-moderation-'));
  const port = await freePort();
  const program = await start(port, folder);
  try {
    const address = `http://127.0.0.1:${port}/`;
    const [operator, founder, guest] = [await newPlayer(browser, address), await newPlayer(browser, address), await newPlayer(browser, address, PHONE)];
    for (const [page, name] of [[operator, 'Awa'], [founder, 'Zoe']] as const) {
      const made = await page.request.post('./api/v1/account', { data: { name, password: 'un cheval bleu' } });
      expect(made.status(), await made.text()).toBe(201);
    }
    execFileSync(PROGRAM, ['admin', 'operator', 'Awa', '--database', `sqlite:${join(folder, 'games.sqlite')}`]);
    const profile = { town: 'Lyon', text: 'Des gros mots', language: 'fr', games: ['international'], public: true };
    const founded = await founder.request.post('./api/v1/clubs', { data: { name: 'Damier de Lyon', profile } });
    expect(founded.status(), await founded.text()).toBe(200);

    await guest.goto('./#/club/damierdelyon');
    await guest.getByRole('button', { name: 'Signaler : Damier de Lyon' }).click();
    await expect(guest.getByRole('dialog')).toBeVisible();
    await expectLooked(guest);
    await expectAccessible(guest);
    await guest.getByRole('textbox').fill('tous les soirs');
    await guest.getByRole('button', { name: 'Envoyer' }).click();
    await expect(guest.getByText('Merci !')).toBeVisible();
    await guest.getByRole('button', { name: 'Fermer' }).last().click();
    // A guest finds nothing to moderate.
    await guest.goto('./#/moderation');
    await expect(guest.getByText('Connectez-vous d’abord.')).toBeVisible();

    await operator.goto('./#/account');
    await operator.getByRole('link', { name: 'Moderation' }).click();
    const report = operator.getByRole('listitem').filter({ hasText: 'Damier de Lyon' }).first();
    await expect(report).toContainText('tous les soirs');
    await expectLooked(operator);
    await expectAccessible(operator);
    await report.getByRole('button', { name: 'Clear the description' }).click();
    await report.getByRole('textbox').fill('rude');
    await report.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(operator.getByText('No reports.')).toBeVisible();
    await operator.getByRole('combobox', { name: 'Type' }).selectOption('club');
    const club = operator.getByRole('region', { name: 'Public texts' }).getByRole('listitem');
    await expect(club).toContainText('Damier de Lyon');
    await expect(club).not.toContainText('gros mots');
    await club.getByRole('button', { name: 'Ban Zoe' }).click();
    await operator.getByRole('textbox', { name: 'Reason (optional)' }).fill('rude');
    await operator.getByRole('button', { name: 'Ban', exact: true }).click();
    await expect(operator.getByText('Zoe is banned.')).toBeVisible();
    await expect(operator.getByRole('row').filter({ hasText: 'removed a text' })).toContainText('club damierdelyon rude');
    await expect(operator.getByRole('row').filter({ hasText: 'operator Awa' }).first()).toContainText('banned');
    await operator.setViewportSize({ width: 360, height: 740 });
    expect(await operator.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    expect((await founder.request.get('./api/v1/account')).status()).toBe(401);
  } finally {
    program.kill();
    rmSync(folder, { recursive: true, force: true });
  }
});
