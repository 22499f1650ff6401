/** Prints failures as the last lines of the run, one line each: a failed test with the first two lines of its error, and a test that passed only on retry. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter';

/** The file that `cargo verify` reads, in the web folder. */
const SUMMARY = 'test-results/summary.txt';

/** The colours and cursor movements of a terminal. */
const CONTROLS = /\u001b\[[0-9;]*[A-Za-z]/g;

export default class Summary implements Reporter {
  #all: Suite | undefined;
  #folder = '.';

  onBegin(config: FullConfig, all: Suite): void {
    this.#all = all;
    this.#folder = config.configFile ? dirname(config.configFile) : config.rootDir;
  }

  onEnd(): void {
    const lines = (this.#all?.allTests() ?? []).flatMap((test) => this.#linesOf(test));
    const file = join(this.#folder, SUMMARY);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  }

  #linesOf(test: TestCase): string[] {
    const outcome = test.outcome();
    if (outcome === 'expected' || outcome === 'skipped') return [];
    const { file, line } = test.location;
    const name = `${relative(this.#folder, file)}:${line} ${test.titlePath().slice(3).join(' › ')}`;
    const error = test.results.flatMap((result) => result.errors).find(({ message }) => message)?.message ?? 'no reason given';
    const reason = error.replace(CONTROLS, '').split('\n').filter(Boolean).slice(0, 2).join(' ');
    return [`${outcome === 'flaky' ? 'passed when tried again' : 'failed'}: ${name}: ${reason}`];
  }
}
