/** What a card is called on the screen. */
import { word } from './words';
import type { Subject } from './repetition';
import { anyLesson } from '../lessons/others';
import { said } from '../lessons/words';
import { training } from './training.svelte';

export function subjectTitle(subject: Subject): string {
  switch (subject.kind) {
    case 'theme':
      return word('subject.theme', { theme: training.themeName(subject.theme) });
    case 'position':
      return subject.played === undefined ? word('subject.position') : word('subject.moment', { played: subject.played });
    case 'line':
      return word('subject.line', { title: subject.title });
    case 'exercise': {
      const lesson = anyLesson(subject.lesson);
      return word('subject.exercise', { lesson: lesson ? said(lesson.title) : subject.lesson });
    }
  }
}
