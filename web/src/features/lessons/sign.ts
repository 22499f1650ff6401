/** The picture beside a task: what is sought or counted, for children who cannot read yet. */
import type { Exercise, Picture } from './lesson';

/** The sign of an exercise; null where its board says as much, or no picture does. */
export function signOf(exercise: Exercise): Picture | null {
  switch (exercise.kind) {
    case 'tap': {
      const { seek } = exercise;
      if (seek.of === 'piece') return `${seek.kind}-${seek.side}`;
      if (seek.of === 'empty') return 'square-dark';
      if (seek.of === 'prey') return exercise.fen.startsWith('W') ? 'man-black' : 'man-white';
      if (seek.of === 'ahead' || seek.of === 'mover') return 'step-forward';
      return seek.of === 'behind' ? 'step-back' : null;
    }
    case 'count':
      if (exercise.of === 'captured') return exercise.fen.startsWith('W') ? 'man-black' : 'man-white';
      return exercise.of === 'moves' ? 'step-forward' : `man-${exercise.of}`;
    case 'choose':
      return exercise.proof === 'promotes' ? 'king-white' : null;
    case 'play':
      return exercise.goal === 'promote' ? 'king-white' : null;
    default:
      return null;
  }
}
