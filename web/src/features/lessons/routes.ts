/** The course: lessons, exams and certificates. */
import { page, titled } from '../../router/routes';
import { required, slug } from '../../router/values';

declare module '../../router/routes' {
  interface Pages {
    /** The path of the lessons. */
    learn: object;
    lesson: { lesson: string };
    /** The mock exam for a certificate, and the certificate. */
    exam: { of: string };
    certificate: { of: string };
  }
}

export default [
  page({ page: 'exam', path: 'learn/exam/:of', values: { of: required(slug) }, load: () => import('./Exam.svelte'), section: 'learn', renew: ['of'], frame: 'lesson' }),
  page({ page: 'certificate', path: 'learn/certificate/:of', values: { of: required(slug) }, load: () => import('./Certificate.svelte'), section: 'learn', renew: ['of'] }),
  page({ page: 'lesson', path: 'learn/:lesson', values: { lesson: required(slug) }, load: () => import('./Lesson.svelte'), section: 'learn', renew: ['lesson'], frame: 'lesson' }),
  page({
    page: 'learn',
    path: 'learn',
    load: () => import('./Learn.svelte'),
    section: 'learn',
    entry: { label: 'nav.lessons', icon: 'star' },
    title: titled(() => import('./words'), 'path.title'),
  }),
];
