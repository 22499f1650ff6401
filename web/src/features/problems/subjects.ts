/** The title of a card. */
import { say } from './words';
import type { Subject } from './repetition';
import { anyLesson } from '../lessons/others';
import { said } from '../lessons/words';
import { training } from './training.svelte';

export function subjectTitle(subject: Subject): string {
  switch (subject.kind) {
    case 'theme':
      return say('subject.theme', { theme: training.themeName(subject.theme) });
    case 'position':
      return subject.played === undefined ? say('subject.position') : say('subject.moment', { played: subject.played });
    case 'line':
      return say('subject.line', { title: subject.title });
    case 'exercise': {
      const lesson = anyLesson(subject.lesson);
      return say('subject.exercise', { lesson: lesson ? said(lesson.title) : subject.lesson });
    }
  }
}
