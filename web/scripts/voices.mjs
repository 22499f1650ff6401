/**
 * Tells which sentences of the lessons are recorded and which are missing, and which clips belong to no sentence any more.
 *
 *   npm run voices               how many there are of each, and the missing ones
 *   npm run voices -- --list fr  all sentences of a language, with their fingerprints, for whoever records them
 */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const LANGUAGES = ['fr', 'en'];
const root = fileURLToPath(new URL('..', import.meta.url));
const { module } = await runnerImport(fileURLToPath(new URL('../src/lessons/spoken.ts', import.meta.url)), { root, logLevel: 'error' });

/** The fingerprints of the clips of a language. */
function clipsOf(language) {
  try {
    return readdirSync(new URL(`../voices/${language}`, import.meta.url))
      .filter((name) => /^[0-9a-f]{8}\.(opus|m4a|mp3)$/.test(name))
      .map((name) => name.slice(0, 8));
  } catch {
    return []; // nothing was recorded in this language yet
  }
}

const [flag, wanted] = process.argv.slice(2);
if (flag !== undefined && (flag !== '--list' || !LANGUAGES.includes(wanted))) {
  console.error('usage: npm run voices [-- --list fr|en]');
  process.exit(2);
}
for (const language of wanted ? [wanted] : LANGUAGES) {
  const sentences = module.sentencesOf(language);
  const clips = new Set(clipsOf(language));
  const known = new Set(sentences.map(({ id }) => id));
  if (wanted) {
    for (const { id, sentence, where } of sentences) console.log([id, clips.has(id) ? 'recorded' : 'missing', where, sentence].join('\t'));
    continue;
  }
  const missing = sentences.filter(({ id }) => !clips.has(id));
  const left = [...clips].filter((id) => !known.has(id));
  console.log(`${language}: ${sentences.length} sentences, ${sentences.length - missing.length} recorded, ${missing.length} missing, ${left.length} clips of no sentence`);
  for (const { id, sentence } of missing) console.log(`  missing  ${id}  ${sentence}`);
  for (const id of left) console.log(`  of none  ${id}`);
}
