/** The collections of the mock exams, each fetched when somebody takes that exam or prints it. */
import type { CertificateId } from './certificates';
import { readExam, type Question } from './exam';

const FILES = import.meta.glob<unknown>('./exams/*.json', { import: 'default' });

/** The questions that an exam is drawn from. */
export async function examOf(id: CertificateId): Promise<Question[]> {
  const file = `${id}.json`;
  const load = FILES[`./exams/${file}`];
  return load ? readExam(file, await load()) : [];
}
