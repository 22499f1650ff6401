/**
 * The mock exams, read from the module for printed sheets (`crates/paper/exams`), which selects the
 * questions of a sheet.
 */
import { LEVELS, type LevelCode } from '../print/sheets';
import type { Paper } from '../../rules/paper';
import { CERTIFICATE_IDS, type CertificateId } from './certificates';
import { questionsFrom, type Question } from './exam';

export function levelOf(id: CertificateId): LevelCode {
  return LEVELS[CERTIFICATE_IDS.indexOf(id)] ?? LEVELS[0];
}

export function questionsOf(paper: Paper, id: CertificateId, sheet: number): Question[] {
  const level = levelOf(id);
  const all = questionsFrom(paper.examQuestions(level));
  return paper.examDrawn(level, sheet).flatMap((place) => all[place] ?? []);
}
