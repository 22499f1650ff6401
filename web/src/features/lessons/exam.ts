/**
 * Mock exams: twenty diagrams out of a larger collection, similar to the exercises of the lessons.
 * `crates/paper` holds the collections, selects the questions of a numbered sheet, and prints them;
 * here they are read as exercises.
 */
import { factsOf, USUAL } from '../../rules/family';
import { exerciseFrom, type Exercise, type FileExercise, type ShotName } from './lesson';

export interface Question {
  /** The lesson to which it belongs. */
  from: string;
  exercise: Exercise;
}

/** The questions of a collection, which `tests/unit/lessons/exams.test.ts` has validated. */
export function questionsFrom(json: unknown): Question[] {
  const { questions } = json as { questions: readonly (FileExercise & { from: string })[] };
  return questions.map(({ from, ...exercise }) => ({ from, exercise: exerciseFrom(exercise, factsOf(USUAL)) }));
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
