/**
 * Mock exams: twenty diagrams out of a larger collection, siblings of the exercises of the lessons. `crates/paper` has them, says
 * which ones a numbered sheet asks, and prints them; here they are read as exercises.
 */
import type { Exercise, ShotName } from './lesson';
import { readQuestion } from './reading';

/** The kinds that one position and one answer are enough for, on paper too. */
const KINDS: readonly Exercise['kind'][] = ['tap', 'count', 'predict', 'play', 'write', 'name'];

export interface Question {
  /** The lesson that it belongs to. */
  from: string;
  exercise: Exercise;
}

/** Reads a collection. Throws a `LessonError` at the first thing that is not as it should be. */
export function readExam(file: string, json: unknown): Question[] {
  const { questions = [] } = json as { questions?: unknown[] };
  return questions.map((it, i) => readQuestion(file, i + 1, it, KINDS));
}

/** The answer to a question as it is written on paper; the other side's moves are in brackets. */
export function answerOf(exercise: Exercise, naming: (shot: ShotName) => string): string {
  switch (exercise.kind) {
    case 'tap':
      return exercise.answer.join(', ');
    case 'count': case 'predict':
      return String(exercise.answer);
    case 'play':
      return exercise.line.map((move, ply) => (ply % 2 === 1 ? `(${move})` : move.split('|').join(' / '))).join(' ');
    case 'write':
      return exercise.move;
    case 'name':
      return naming(exercise.answer);
    default:
      return ''; // no exam asks these
  }
}
