import { featureWords, language } from '../../messages/messages.svelte';
import en from './words.en.json';
import fr from './words.fr.json';

export const { say, sayCount } = featureWords({ fr, en });

/** A percentage; a dash if unknown. */
export function percentText(percent: number | null): string {
  return percent === null ? '–' : new Intl.NumberFormat(language(), { style: 'percent' }).format(percent / 100);
}
