/** The lessons of a game. */
import { describe, expect, it } from 'vitest';
import { lessonFor, lessonsOf, worstOf } from '../../../src/features/reports/lessons';
import type { MomentView } from '../../../src/rules/types';

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
