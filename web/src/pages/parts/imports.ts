/** The one import of this page, made when a sheet for files is first opened, and what its report is as text. */
import { Imports } from '../../games/imports.svelte';
import type { ImportProblem, ImportReport } from '../../games/import-talk';
import { language, t, tn } from '../../messages/messages.svelte';
import { appContext } from '../app-context';

export const imports = new Imports(appContext.keeper);

/** A number as it is written in the language of the page. */
export function figures(n: number, digits = 0): string {
  return new Intl.NumberFormat(language(), { maximumFractionDigits: digits }).format(n);
}

/** Bytes in millions. */
export function megabytes(bytes: number): string {
  return figures(bytes / 1_000_000, 1);
}

/** What came of an import, one sentence for each number that is not 0. */
export function sentencesOf({ kept, damaged, same, unread }: ImportReport): string[] {
  return [
    tn('import.kept', kept, { n: figures(kept) }),
    ...(damaged > 0 ? [tn('import.damaged', damaged, { n: figures(damaged) })] : []),
    ...(same > 0 ? [tn('import.same', same, { n: figures(same) })] : []),
    ...(unread > 0 ? [tn('import.unread', unread, { n: figures(unread) })] : []),
  ];
}

/** Where a game with a problem stands, and what its tags say. */
export function headOf({ file, line, title, told }: ImportProblem): string {
  const tags = [title || t('import.nameless'), told].filter((part, at, all) => part && all.indexOf(part) === at).join(' · ');
  return file ? t('import.problem.file', { file, line, tags }) : t('import.problem', { line, tags });
}

/** The whole report as a text to be saved. */
export function reportText(report: ImportReport): string {
  const problems = report.problems.map((problem) =>
    [
      `${headOf(problem)} (${t(problem.kept ? 'import.problem.part' : 'import.problem.nothing')})`,
      ...problem.errors.map((error) => `  ${t('open.error', { ...error })}`),
    ].join('\n'),
  );
  const more = report.moreProblems > 0 ? [tn('import.more', report.moreProblems, { n: figures(report.moreProblems) })] : [];
  return `${[t(`import.end.${report.end}`), ...sentencesOf(report), ...report.found, '', ...problems, ...more].join('\n')}\n`;
}
