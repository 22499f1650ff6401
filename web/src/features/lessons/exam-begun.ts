/**
 * The unfinished mock exam of each certificate: its sheet, and the result of each diagram so far.
 * Stored in this browser, so that a closed or reloaded page loses no answer. Unreadable or missing
 * storage counts as none.
 */
import { loadFields, saveValue } from '../../store/browser-storage';
import { MOCK_EXAMS } from '../print/sheets';
import { ASKED, certificateOf, type CertificateId } from './certificates';

export interface BegunExam {
  /** The number of the sheet, from 1. */
  sheet: number;
  /** Whether the answers so far were right; at least one, and fewer than there are questions. */
  marks: readonly boolean[];
}

const KEY = 'damier.exams-begun';

export function begunExam(id: CertificateId): BegunExam | null {
  return parseBegunExams(loadFields(KEY))[id] ?? null;
}

/** Stores an unfinished exam; null removes it. */
export function saveBegunExam(id: CertificateId, begun: BegunExam | null): void {
  const { [id]: _, ...others } = parseBegunExams(loadFields(KEY)); // keeps what another window has stored
  saveValue(KEY, begun ? { ...others, [id]: begun } : others);
}

export function forgetBegun(): void {
  saveValue(KEY, {});
}

/** The valid ones among the stored exams. */
export function parseBegunExams(found: unknown): Record<string, BegunExam> {
  if (typeof found !== 'object' || found === null || Array.isArray(found)) return {};
  const begun: Record<string, BegunExam> = {};
  for (const [id, value] of Object.entries(found)) {
    if (certificateOf(id) === null || typeof value !== 'object' || value === null) continue;
    const { sheet, marks } = value as Record<string, unknown>;
    if (typeof sheet !== 'number' || !Number.isInteger(sheet) || sheet < 1 || sheet > MOCK_EXAMS) continue;
    if (!Array.isArray(marks) || marks.length === 0 || marks.length >= ASKED || !marks.every((mark) => typeof mark === 'boolean')) continue;
    begun[id] = { sheet, marks };
  }
  return begun;
}
