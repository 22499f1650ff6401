/**
 * A shot in sentences: its name or its count, its families, and whether sources dispute its name.
 * Based on the classifier alone.
 */
import type { ShotView } from '../../rules/model';
import { language } from '../../messages/messages.svelte';
import { say } from './words';

/** The title of a shot: its name with its form, or else its count, "n for m". */
export function shotTitle({ name, form, given, taken }: ShotView): string {
  const count = say('shot.count', { given: given.length, taken: taken.length });
  const named = (text: string): string => capital(form === null ? text : `${text} (${form})`);
  return name ? say('shot.named', { name: named(name.text), count }) : say('shot.unnamed', { count });
}

/** Further sentences: its families, and the dispute. */
export function shotSentences({ families, dispute }: ShotView): string[] {
  const names = new Intl.ListFormat(language(), { type: 'conjunction' }).format(families.map(({ text }) => text));
  return [...(families.length > 0 ? [say('shot.families', { families: names })] : []), ...(dispute ? [dispute] : [])];
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
