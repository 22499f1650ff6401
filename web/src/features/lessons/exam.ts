/**
 * Mock exams: twenty diagrams out of a larger collection, similar to the exercises of the lessons.
 * `crates/paper` holds the collections, selects the questions of a numbered sheet, and prints them;
 * here they are read as exercises.
 */
import type { Exercise, ShotName } from './lesson';
import { readQuestion } from './reading';

/** The kinds of exercises with one position and one answer, which are possible on paper. */
const KINDS: readonly Exercise['kind'][] = ['tap', 'count', 'predict', 'play', 'write', 'name'];

export interface Question {
  /** The lesson to which it belongs. */
  from: string;
  exercise: Exercise;
}

/** Reads a collection. Throws a `LessonError` at the first invalid entry. */
export function readExam(file: string, json: unknown): Question[] {
  const { questions = [] } = json as { questions?: unknown[] };
  return questions.map((it, i) => readQuestion(file, i + 1, it, KINDS));
}

/** The answer to a question as printed; the opponent's moves are in brackets. */
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
      return ''; // not used in exams
  }
}
