/** The features of the page and of the server, read from their folders. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FEATURES = join(import.meta.dirname, '../../src/features');
const CRATES = join(import.meta.dirname, '../../../crates');

type Texts = Record<string, string>;

/** The files below a folder with this extension, without tests. */
function filesIn(folder: string, extension: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith(extension) && !name.endsWith('tests.rs')).map((name) => join(folder, name));
}

/** The text of a source file of the server without its tests. */
function source(file: string): string {
  return readFileSync(file, 'utf8').split('#[cfg(test)]')[0] ?? '';
}

/** All matches of a pattern in some files of `crates/`, each once. */
export function found(pattern: RegExp, ...files: string[]): string[] {
  return matches(pattern, files.map((file) => source(join(CRATES, file))));
}

function matches(pattern: RegExp, texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map((match) => match[1] ?? '')))];
}

/** The arms of `code()` of an error type. */
export const ARM = /=>\s*(?:\{\s*)?"([a-z-]+)"/g;
/** The codes of errors for which the page has a text. Retryable errors share one text instead. */
export const PROBLEM = /(?:StatusCode::(?!TOO_MANY_REQUESTS|INTERNAL_SERVER_ERROR)[A-Z_]+,|(?:Problem|Self)::(?!unavailable)[a-z_]+\()\s*"([a-z-]+)"/g;
/** The codes of helpers that make such problems. */
const HELPER = /\b(?:refused|unfit|not_joined|not_now|because)\(\s*"([a-z-]+)"/g;
/** The names of texts that people type: `code("title")` gives `title-too-long` and others. */
const TYPED = /\.code\("([a-z]+)"\)/g;
const FIELD = /(?:code: |CODE: &'static str = )"([a-z-]+)"/g;

export interface PageFeature {
  name: string;
  /** Its own texts. */
  english: Texts;
  french: Texts;
  /** Whether it shows failures by `live/NoServer.svelte`, which adds the texts of live play. */
  shared: boolean;
}

/** The features that show refusals of the server: with texts of their own, or by `live/NoServer.svelte`. */
export function featuresWithRefusals(): PageFeature[] {
  return readdirSync(FEATURES).flatMap((name) => {
    const [english, french] = ['en', 'fr'].map((language): Texts => {
      const file = join(FEATURES, name, `words.${language}.json`);
      return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Texts) : {};
    }) as [Texts, Texts];
    const shared = filesIn(join(FEATURES, name), '.svelte').some((file) => /live\/NoServer\.svelte|'\.\/NoServer\.svelte'/.test(readFileSync(file, 'utf8')));
    return shared || Object.keys(english).some((key) => key.startsWith('refused.')) ? [{ name, english, french, shared }] : [];
  });
}

/** The codes of refusals in the server's folder of a feature, and in the error types of its rules. */
export function refusalCodes(feature: string): string[] {
  const handlers = filesIn(join(CRATES, 'server/src', feature), '.rs').map(source);
  const rules = filesIn(join(CRATES, 'people/src', feature), '.rs').map(source);
  const errors = rules.flatMap((text) => text.split(/^impl\b/m).filter((block) => /^(?:<[^>]*>)? \w*(?:Error|Fault|Refusal|NotRated|NotAdmitted) \{/.test(block)));
  const typed = matches(TYPED, handlers).flatMap((field) => [`${field}-too-long`, `${field}-not-plain`]);
  return [...new Set([...typed, ...matches(PROBLEM, handlers), ...matches(HELPER, handlers), ...matches(FIELD, [...handlers, ...rules]), ...matches(ARM, errors)])];
}
