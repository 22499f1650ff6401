/** The requests of the print studio, and the pages made from them. */
import { describe, expect, it } from 'vitest';
import {
  bareMoves, lineOfExercise, linesOfLesson, MOCK_EXAMS, orderOf, SHEETS, type Choice,
} from '../../../src/features/print/sheets';
import { lineOf, MOST_TASKS, tasksOf, withLines } from '../../../src/rules/position-list';
import english from '../../../src/features/print/words.en.json';
import french from '../../../src/features/print/words.fr.json';
import { COURSE } from '../../../src/features/lessons/course';
import { OTHERS } from '../../../src/features/lessons/others';
import { Paper } from '../../../src/rules/paper';
import { paperReady } from '../wasm';

paperReady();
const paper = new Paper();
const choice = (changes: Partial<Choice> = {}): Choice => ({
  sheet: 'worksheet', variant: 'international', positions: 'first-steps', level: null, number: 1, shot: 'royal', title: '', club: '', name: '', numbers: 'outside', ...changes,
});

describe('the print studio', () => {
  it('makes pages of every kind of sheet in both languages', () => {
    for (const language of ['fr', 'en'] as const) {
      for (const sheet of SHEETS) {
        const order = orderOf(choice({ sheet, club: 'A & <B>' }));
        const pages = paper.pages(order, language);
        expect(pages.length, sheet).toBeGreaterThan(0);
        for (const page of pages) {
          expect(page.svg.startsWith('<svg '), sheet).toBe(true);
          expect(page.landscape, sheet).toBe(sheet === 'certificate');
        }
        expect(pages[0]!.svg).toContain('A &amp; &lt;B&gt;');
        const html = paper.html(order, language);
        expect(html.split('<div class="page').length - 1).toBe(pages.length);
      }
    }
  });

  it('prints the positions of every lesson, also of other games', () => {
    for (const lesson of [...COURSE, ...OTHERS]) {
      const lines = linesOfLesson(lesson.exercises, ({ say }) => say.fr);
      if (lines.length === 0) continue;
      const pages = paper.pages(orderOf(choice({ variant: lesson.game, positions: withLines('', lines) })), 'fr');
      expect(pages.length, lesson.id).toBeGreaterThan(0);
      for (const exercise of lesson.exercises) expect(lineOfExercise(exercise, () => '') ?? 'W:').toMatch(/^[WB]:/);
    }
  });

  it('prints the mock exam of a level by its number, and rejects an unknown number', () => {
    const exam = (number: number | null) => paper.pages(orderOf(choice({ sheet: 'mock-exam', level: 'dame', number })), 'fr').map(({ svg }) => svg).join('');
    expect(exam(17)).toContain('Examen blanc\u00a0: Dame, feuille 17');
    expect(exam(18)).not.toBe(exam(17));
    expect(exam(null)).toBe(exam(1));
    expect(exam(5000)).toBe(exam(MOCK_EXAMS));
    expect(exam(-3.2)).toBe(exam(1));
  });

  it('reports an unreadable position in the language of the page', () => {
    const wrong = (positions: string, language: 'fr' | 'en') => () => paper.pages(orderOf(choice({ positions })), language);
    expect(wrong('W:W28:B23\nW:W28:B23 | 28-22', 'fr')).toThrow('Ligne 2\u00a0: le coup 1 de la solution');
    expect(wrong('W:W28:B23\nW:W28:B23 | 28-22', 'en')).toThrow('Line 2: move 1 of the solution');
    expect(wrong('', 'en')).toThrow(expect.objectContaining({ code: 'bad-positions' }));
  });

  it('writes lines that are read back unchanged', () => {
    expect(lineOf('W:W28:B23', ['28x19'], 'Take | it\nnow')).toBe('W:W28:B23 | 28x19 | Take it now');
    expect(lineOf('W:W28:B23')).toBe('W:W28:B23');
    expect(lineOf('W:W28:B23', [], 'Look')).toBe('W:W28:B23 |  | Look');
    expect(withLines('a\n', ['b', 'c'])).toBe('a\nb\nc');
    const task = { fen: 'W:W28:B23', moves: ['28x19', '5-10'], words: 'Take it now' };
    expect(tasksOf(`# of ours\n  # more of them\r\n${lineOf(task.fen, task.moves, task.words)}\n\nW:W31:B27`)).toEqual([task, { fen: 'W:W31:B27', moves: [], words: '' }]);
    expect(tasksOf('W:W28:B23\n'.repeat(MOST_TASKS + 5))).toHaveLength(MOST_TASKS);
    expect(bareMoves('1. 28-23! (19x28) {good} 2.32x5 2-0')).toBe('28-23 19x28 32x5');
  });
});

describe('the texts of the print studio', () => {
  it('have the same keys and placeholders in both languages', () => {
    expect(Object.keys(french)).toEqual(Object.keys(english));
    const values = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([found]) => found).sort();
    for (const [key, text] of Object.entries(english)) expect(values(french[key as keyof typeof french]), key).toEqual(values(text));
  });

  it('have no-break spaces in French', () => {
    for (const text of Object.values(french)) expect(text).not.toMatch(/[\p{L}} ][?!:;»]|« /u);
  });
});
