/**
 * The import of this page, created when a sheet for files is first opened, and its report as text.
 */
import { Imports } from '../../store/imports.svelte';
import type { ImportProblem, ImportReport } from '../../store/import-messages';
import { t } from '../../messages/messages.svelte';
import { appContext } from '../../context';
import { figures } from '../../ui/figures';
import { say, sayCount } from './words';

export const imports = new Imports(appContext.keeper);

export function megabytes(bytes: number): string {
  return figures(bytes / 1_000_000, 1);
}

/** The result of an import: a sentence for each number that is not 0. */
export function sentencesOf({ kept, damaged, same, unread, end }: ImportReport): string[] {
  if (end === 'whole' && kept + same === 0) return [say(unread === 0 ? 'import.nothing' : 'import.none')];
  return [
    sayCount('import.kept', kept),
    ...(damaged > 0 ? [sayCount('import.damaged', damaged)] : []),
    ...(same > 0 ? [sayCount('import.same', same)] : []),
    ...(unread > 0 ? [sayCount('import.unread', unread)] : []),
  ];
}

/** The place of a game with an error, and its tags in short. */
export function headOf({ file, line, title, details }: ImportProblem): string {
  const tags = [title || say('import.nameless'), details].filter((part, at, all) => part && all.indexOf(part) === at).join(' · ');
  return file ? say('import.problem.file', { file, line, tags }) : say('import.problem', { line, tags });
}

/** The whole report as text, for saving. */
export function reportText(report: ImportReport): string {
  const problems = report.problems.map((problem) =>
    [
      `${headOf(problem)} (${say(problem.kept ? 'import.problem.part' : 'import.problem.nothing')})`,
      ...problem.errors.map((error) => `  ${t('open.error', { ...error })}`),
    ].join('\n'),
  );
  const more = report.moreProblems > 0 ? [sayCount('import.more', report.moreProblems)] : [];
  return `${[say(`import.end.${report.end}`), ...sentencesOf(report), ...report.found, '', ...problems, ...more].join('\n')}\n`;
}
