/**
 * All sentences of the lessons to record, in both languages: those that never vary. The device's
 * voice reads sentences with moves and numbers.
 */
import { clipId } from '../src/sound/clip-id';
import type { Language } from '../src/rules/model';
import { COURSE } from '../src/features/lessons/course';
import { OTHERS } from '../src/features/lessons/others';
import english from '../src/features/lessons/words.en.json';
import french from '../src/features/lessons/words.fr.json';

export interface Spoken {
  id: string;
  sentence: string;
  /** Where it occurs first. */
  where: string;
}

const EXAMS = import.meta.glob<unknown>('../../crates/paper/exams/*.json', { import: 'default', eager: true });

/** The texts of pages that are read aloud, by the prefixes of their keys. */
const SAID = ['lesson.well.', 'lesson.hint.said.', 'lesson.done', 'reason.', 'plain.', 'here.', 'aside.', 'game.won', 'game.lost', 'game.drawn', 'exam.noted'];

/**
 * The sentences of a language, without duplicates, in the order of their occurrence. Throws if two
 * have the same fingerprint.
 */
export function sentencesOf(language: Language): Spoken[] {
  const found = new Map<string, Spoken>();
  const add = (sentence: string, where: string): void => {
    const id = clipId(sentence);
    const before = found.get(id);
    if (before && before.sentence !== sentence) throw new Error(`“${before.sentence}” and “${sentence}” have the same fingerprint`);
    if (!before) found.set(id, { id, sentence, where });
  };
  const look = (value: unknown, where: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const text = (value as Partial<Record<Language, unknown>>)[language];
    if (typeof text === 'string') add(text, where);
    else for (const [key, inner] of Object.entries(value)) look(inner, `${where} ${/^\d+$/.test(key) ? Number(key) + 1 : key}`);
  };
  for (const { id, exercises } of [...COURSE, ...OTHERS]) look(exercises, id);
  for (const [path, exam] of Object.entries(EXAMS)) look(exam, `exam ${path.replace(/^.*\/|\.json$/g, '')}`);
  for (const [key, text] of Object.entries(language === 'fr' ? french : english)) {
    if (SAID.some((start) => key.startsWith(start)) && !text.includes('{')) add(text, key);
  }
  return [...found.values()];
}
