/** The accuracy of a side, the lessons of a game, and the next opponent. */
import { describe, expect, it, vi } from 'vitest';
vi.hoisted(() => Object.assign(globalThis, { navigator: { languages: ['en'], userAgent: '' }, document: { documentElement: { lang: '' } } }));

import { accuracyOf, lessonFor, lessonsOf, nextLevel, worstOf } from '../../../src/features/reports/lessons';
import type { MomentView } from '../../../src/rules/types';
import type { LocalGame } from '../../../src/store/local-game';

describe('the accuracy of a side', () => {
  it('is 100 without a loss, falls with lost chances, and counts the own moves only', () => {
    expect(accuracyOf([0, 0, 0, 0], 'white', 'white')).toBe(100);
    expect(accuracyOf([0, -1, -1, -1], 'white', 'white')).toBe(54); // half of the chances, then nothing
    expect(accuracyOf([0, -1, -1, -1], 'black', 'white')).toBe(100);
    expect(accuracyOf([0, 0.2, 0.2], 'white', 'black')).toBe(100);
    expect(accuracyOf([0, 0.2, 0.2], 'black', 'black')).toBe(64);
  });

  it('skips moves without an evaluation', () => {
    expect(accuracyOf([0, null, 0, 0], 'white', 'white')).toBe(100);
    expect(accuracyOf([null, null], 'white', 'white')).toBeNull();
  });
});

const moment = (ply: number, side: string, severity: string, more: Partial<MomentView> = {}): MomentView => ({
  ply, side, severity, fen: 'W:W31-50:B1-20', played: '32-28', severity_text: '', sentences: [], line_fen: null, line: [], acceptable: [], ...more,
});

describe('the lessons of a game', () => {
  const moments = [moment(2, 'white', 'inaccuracy'), moment(5, 'black', 'blunder'), moment(8, 'white', 'mistake'), moment(12, 'white', 'advice'), moment(20, 'white', 'blunder'), moment(30, 'white', 'mistake')];

  it('are the three worst mistakes of the user, in the order of the game', () => {
    expect(lessonsOf(moments, 'white').map(({ ply }) => ply)).toEqual([8, 20, 30]);
    expect(lessonsOf(moments, 'black').map(({ ply }) => ply)).toEqual([5]);
    expect(lessonsOf(moments, null).map(({ ply }) => ply)).toEqual([5, 8, 20]);
    expect(worstOf(lessonsOf(moments, 'white'))?.ply).toBe(20);
    expect(worstOf([])).toBeNull();
  });

  it('fit a lesson of the course', () => {
    const after = 'B:W31-50:B1-20';
    expect(lessonFor(moment(1, 'white', 'blunder', { line_fen: after, line: ['19x28'] }))).toBe('save-the-man');
    expect(lessonFor(moment(1, 'white', 'blunder', { line_fen: after, line: ['19x28', '33x22', '18x27'] }))).toBe('exchange');
    expect(lessonFor(moment(1, 'white', 'blunder', { line_fen: after, line: ['18-23', '29x18', '12x41'] }))).toBe('direct-shot');
    expect(lessonFor(moment(1, 'white', 'mistake', { line_fen: 'W:W31-50:B1-20', line: ['33-28', '23x34', '40x7'] }))).toBe('direct-shot');
    expect(lessonFor(moment(1, 'white', 'mistake', { fen: 'W:W27,K28:B4', line: ['28-22'] }))).toBe('kings');
    expect(lessonFor(moment(1, 'white', 'mistake', { fen: 'W:W27,28:B4', line: ['28-22'] }))).toBe('opposition');
    expect(lessonFor(moment(1, 'white', 'mistake', { line: ['33-28'] }))).toBeNull();
  });
});

describe('the next opponent', () => {
  const game = (level: number | null, winner: 'white' | 'black' | null, ended = true): LocalGame =>
    ({
      deleted_ms: null,
      record: {
        ending: ended ? { winner } : null,
        settings: { white: { kind: 'person', name: '' }, black: level === null ? { kind: 'person', name: '' } : { kind: 'computer', level } },
      },
    }) as unknown as LocalGame;

  it('comes after two wins in a row at one level', () => {
    expect(nextLevel([game(2, 'white'), game(2, 'white')])).toBe(3);
    expect(nextLevel([game(2, 'white'), game(2, 'white', false), game(null, 'black'), game(2, 'white')])).toBe(3);
    expect(nextLevel([game(2, 'white')])).toBeNull();
    expect(nextLevel([game(2, 'white'), game(1, 'white')])).toBeNull();
    expect(nextLevel([game(2, 'white'), game(2, 'black')])).toBeNull();
    expect(nextLevel([game(2, 'white'), game(2, null)])).toBeNull();
    expect(nextLevel([game(10, 'white'), game(10, 'white')])).toBeNull();
  });
});
