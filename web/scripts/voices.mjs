/**
 * Tells which sentences of the lessons are recorded and which are missing, and which clips belong to no sentence any more.
 *
 *   npm run voices               how many there are of each, and the missing ones
 *   npm run voices -- --list fr  all sentences of a language, with their fingerprints, for whoever records them
 *   npm run voices -- --make fr  speaks the missing ones with a synthetic voice (scripts/speak.py), and removes
 *                                clips of no sentence
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const LANGUAGES = ['fr', 'en'];
const root = fileURLToPath(new URL('..', import.meta.url));
const { module } = await runnerImport(fileURLToPath(new URL('./spoken.ts', import.meta.url)), { root, logLevel: 'error' });

/** The fingerprints of the clips of a language. */
function clipsOf(language) {
  try {
    return readdirSync(new URL(`../public/voices/${language}`, import.meta.url))
      .filter((name) => /^[0-9a-f]{8}\.opus$/.test(name))
      .map((name) => name.slice(0, 8));
  } catch {
    return []; // nothing was recorded in this language yet
  }
}

const [flag, wanted] = process.argv.slice(2);
if (flag !== undefined && (!['--list', '--make'].includes(flag) || !LANGUAGES.includes(wanted))) {
  console.error('usage: npm run voices [-- --list|--make fr|en]');
  process.exit(2);
}

/** Speaks sentences into clips. */
function make(language, sentences) {
  const folder = fileURLToPath(new URL(`../public/voices/${language}/`, import.meta.url));
  mkdirSync(folder, { recursive: true });
  const input = sentences.map(({ id, sentence }) => `${folder}${id}.opus\t${sentence}\n`).join('');
  const python = process.env.PYTHON ?? 'python3';
  const script = fileURLToPath(new URL('speak.py', import.meta.url));
  const { status } = spawnSync(python, [script, language], { input, stdio: ['pipe', 'inherit', 'inherit'] });
  if (status !== 0) process.exit(1);
}
for (const language of wanted ? [wanted] : LANGUAGES) {
  const sentences = module.sentencesOf(language);
  const clips = new Set(clipsOf(language));
  const known = new Set(sentences.map(({ id }) => id));
  if (flag === '--list') {
    for (const { id, sentence, where } of sentences) console.log([id, clips.has(id) ? 'recorded' : 'missing', where, sentence].join('\t'));
    continue;
  }
  const missing = sentences.filter(({ id }) => !clips.has(id));
  const left = [...clips].filter((id) => !known.has(id));
  if (flag === '--make') {
    make(language, missing);
    for (const id of left) rmSync(new URL(`../public/voices/${language}/${id}.opus`, import.meta.url), { force: true });
    // The page asks for this list, not for clips that may be missing.
    writeFileSync(new URL(`../public/voices/${language}.txt`, import.meta.url), clipsOf(language).sort().join(''));
    console.log(`${language}: ${missing.length} clips made, ${left.length} removed`);
    continue;
  }
  console.log(`${language}: ${sentences.length} sentences, ${sentences.length - missing.length} recorded, ${missing.length} missing, ${left.length} clips of no sentence`);
  for (const { id, sentence } of missing) console.log(`  missing  ${id}  ${sentence}`);
  for (const id of left) console.log(`  of none  ${id}`);
}
