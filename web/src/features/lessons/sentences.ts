/** The sentences in a part of the course. */
import type { Language } from '../../rules/model';

/** Every sentence of a language in a part of the course, in the order of their occurrence. */
export function sentencesIn(value: unknown, language: Language): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const text = (value as Partial<Record<Language, unknown>>)[language];
  if (typeof text === 'string') return [text];
  return Object.values(value).flatMap((inner) => sentencesIn(inner, language));
}
