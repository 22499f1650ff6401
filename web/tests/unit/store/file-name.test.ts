/** The names of files that are downloaded. */
import { expect, it } from 'vitest';
import { fileName } from '../../../src/ui/clipboard';

it.each([
  ['Björn – Åsa', 'Bjorn-Asa.pdn'],
  ['Partie d’Élodie, 3e ronde', 'Partie-d-Elodie-3e-ronde.pdn'],
  ['Анна – Борис', 'Анна-Борис.pdn'],
  ['王 – 李', '王-李.pdn'],
  ['किताब', 'किताब.pdn'],
  ['../../etc', 'etc.pdn'],
  ['🏆', 'damier.pdn'],
  ['', 'damier.pdn'],
])('%j becomes %s', (title, name) => {
  expect(fileName(title, 'pdn')).toBe(name);
});

it('a file name is limited in length', () => {
  expect(new TextEncoder().encode(fileName('王'.repeat(300), 'pdn')).length).toBeLessThan(255);
});
