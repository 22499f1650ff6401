/** A server of a single test, which may kill it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect } from '@playwright/test';

/** The binary built from these sources, or another one. */
export const PROGRAM = process.env['DAMIER_PROGRAM'] ?? new URL('../../../target/debug/damier', import.meta.url).pathname;

export const hasProgram = (): boolean => existsSync(PROGRAM);

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('there is no free port');
  return address.port;
}

/** Starts a server with the database in a folder, and waits until it answers. `host` is its listening address, `more` further arguments. */
export async function start(port: number, folder: string, host = '127.0.0.1', more: string[] = []): Promise<ChildProcess> {
  const program = spawn(PROGRAM, ['serve', '--listen', `${host}:${port}`, '--database', `sqlite:${join(folder, 'games.sqlite')}`, ...more], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  program.stderr.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-2_000)));
  await expect
    .poll(async () => {
      if (program.exitCode !== null) return said;
      try {
        return (await fetch(`http://127.0.0.1:${port}/api/v1/health`)).status;
      } catch {
        return 0;
      }
    }, { timeout: 30_000 })
    .toBe(200);
  return program;
}
