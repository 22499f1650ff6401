/** Imports between files: no cycles, and between features only of the files listed here. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '../../src');

/** Files that any feature may import from another one: its routes. */
const OFFERED = new Set(['routes']);

/** The files that a feature exports to other features, with their users. */
const SHARED: Record<string, string> = {
  'accounts/SignHere.svelte': 'clubs and the form of a game let the user sign in in place',
  'accounts/own-account': 'synchronisation of progress reads the account of the session',
  'accounts/signed-in': 'pages that depend on the account read whether the user is signed in',
  'accounts/trouble': 'pages that call the account API share its error texts',
  'accounts/words': 'OwnProgress reuses texts of the account page',
  'bots/Programs.svelte': 'the lobby lists the connected programs',
  'challenges/ChallengeTerms.svelte': 'LiveWaiting shows the terms of the user’s own offer',
  'challenges/LevelField.svelte': 'team matches and free seats choose the engine’s level',
  'challenges/LiveClockChoice.svelte': 'classes, clubs, simuls and team matches choose a clock',
  'challenges/PlayAs.svelte': 'simuls ask for a name or an account',
  'challenges/StartField.svelte': 'classes and team matches choose a starting position',
  'challenges/challenge-words': 'live games, simuls, teams and friends show clocks and durations',
  'challenges/link-offer': 'the home page creates a link for a friend',
  'challenges/offer': 'friends make quick offers; others test for a correspondence clock',
  'challenges/words': 'team matches reuse the labels of the clock and the terms',
  'classes/report-progress': 'Lesson reports a pupil’s progress to the class',
  'classes/stored': 'push notifications are off on a pupil’s device',
  'clubs/ClubCalls.svelte': 'the lobby shows ladder challenges of the user’s clubs',
  'editor/draft': 'Print adds the position of the editor',
  'friends/FriendKeys.svelte': 'live games and player pages can send a friend request',
  'friends/FriendsSection.svelte': 'the lobby shows the friends list',
  'friends/friends': 'the bell accepts and declines challenges of friends',
  'friends/trouble': 'the bell shows errors of friend requests',
  'friends/words': 'the bell and LiveWaiting name friends and their challenges',
  'help/KeysSheet.svelte': 'AnalysisBoard opens the list of its keyboard shortcuts',
  'lessons/ExerciseView.svelte': 'Repeat shows exercises of lessons',
  'lessons/ResumeLesson.svelte': 'the home page shows the unfinished lesson',
  'lessons/Stars.svelte': 'ProblemSet shows stars',
  'lessons/course': 'classes and Print list the lessons',
  'lessons/exam-begun': 'progress includes an unfinished exam',
  'lessons/exercise': 'Repeat runs exercises of lessons',
  'lessons/lesson': 'history, classes and Print contain exercises',
  'lessons/others': 'classes and reviews include lessons of other games',
  'lessons/progress': 'progress includes the stars of lessons',
  'lessons/stars': 'ProblemSet counts stars',
  'lessons/words': 'classes, Print and reviews name exercises',
  'library/ChapterNav.svelte': 'games and analyses link to the other chapters of their group',
  'library/listing': 'Played exports games as PDN',
  'live/LiveBoard.svelte': 'HostBoard shows a live game to the host of a simul',
  'live/LiveGames.svelte': 'the home page and the lobby list the live games of this browser',
  'live/NoServer.svelte': 'pages that need the server share its error panel',
  'live/final': 'callers forget a seat only after a final answer',
  'live/live-game': 'simuls, teams and wall screens connect to live games',
  'live/live-keeper': 'HostBoard stores its games in the library',
  'live/live-words': 'simuls and wall screens describe the state of a live game',
  'live/own-seat': 'accounts, clubs and the bell open the user’s seat in a game',
  'live/pace': 'TeamPanel tests for a game that members may leave',
  'live/rematch': 'a wall screen follows the rematch of its game',
  'live/server-back': 'a pupil’s device reconnects its boards when the server answers again',
  'live/socket': 'simuls and wall screens open sockets',
  'live/standing': 'Played and push notifications request the status of seats',
  'live/unreadable': 'callers stop requesting a game that the server cannot read',
  'live/words': 'pages that show live games share their texts',
  'moderation/ReportKey.svelte': 'pages with public texts let the user report them',
  'print/sheets': 'editor, lessons, exams and classes send positions to Print',
  'problems/KeepAllMistakes.svelte': 'ReportView adds mistakes to the reviews',
  'problems/KeepMistakes.svelte': 'ReportView adds mistakes to the reviews',
  'problems/ShotProblems.svelte': 'the page of a shot shows problems with it',
  'problems/SolveView.svelte': 'ProblemSet shows problems',
  'problems/ThemeOptions.svelte': 'SetChoice lists the themes of problems',
  'problems/choices': 'SetChoice starts with the user’s choice of problems',
  'problems/choosing': 'sets of a class select problems by theme and level',
  'problems/due': 'AnalysisBoard adds a line to the reviews',
  'problems/exchange': 'progress merges training data',
  'problems/games': 'classes offer the games that have problems',
  'problems/log': 'progress stores training data',
  'problems/mistakes': 'ReportView adds mistakes to the reviews',
  'problems/problem': 'sets of a class contain problems',
  'problems/solving': 'ProblemSet tracks how a problem is solved',
  'problems/training': 'lessons, classes and analyses add cards to the reviews',
  'problems/words': 'classes name problems and themes',
  'progress/OwnProgress.svelte': 'the account page shows the synchronisation of progress',
  'progress/stored': 'the account page tests whether this device synchronises progress',
  'progress/syncing': 'the account page starts and stops the synchronisation',
  'projector/ClassLinks.svelte': 'problems and reports link to the projector and to Print',
  'push/NoticeChoice.svelte': 'pages where the user waits offer notifications',
  'ratings/speed': 'Invite shows the speed of the chosen clock',
  'ratings/views': 'pages with live games and offers format ratings',
  'reports/AfterGame.svelte': 'games show their lessons below the result',
  'reports/reports': 'hints show the coach’s reason',
  'rules/RulesDiagram.svelte': 'Station shows boards that follow older rules',
  'rules/pages': 'history reads the diagrams of the rules',
  'shots/ShotLinks.svelte': 'problems and reports link to the named shots',
  'simuls/stored': 'Live links a board back to its simul',
  'teams/TeamPanel.svelte': 'LiveBoard shows the team panel',
  'teams/TeamRematch.svelte': 'LiveStatus shows the rematch offer of a team',
  'teams/stored': 'a rematch keeps the link of the match',
  'teams/votes': 'live games count and send votes',
  'teams/words': 'live games name teams and their decisions',
};

interface Import {
  from: string;
  to: string;
  /** Whether it is a dynamic import. */
  later: boolean;
}

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.(ts|svelte)$/.test(path) && !path.includes('/wasm/'));

const imports: Import[] = files.flatMap((from) =>
  [...readFileSync(join(SOURCE, from), 'utf8').matchAll(/(?:from\s*|import\s*(\(?)\s*)'(\.[^']+)'/g)].flatMap(([, bracket, target = '']) => {
    const path = relative(SOURCE, join(SOURCE, dirname(from), target)).replaceAll('\\', '/');
    const to = [path, `${path}.ts`, `${path}/index.ts`].find((it) => /\.(ts|svelte)$/.test(it) && existsSync(join(SOURCE, it)));
    return to === undefined || to === from ? [] : [{ from, to, later: bracket === '(' }];
  }),
);

const featureOf = (path: string): string | null => /^features\/([^/]+)\//.exec(path)?.[1] ?? null;
const isApp = (path: string): boolean => path.startsWith('app/') || path === 'main.ts' || path === 'embed.ts';

it('finds the imports', () => expect(imports.length).toBeGreaterThan(1500));

it('no files import each other in a cycle', () => {
  const next = new Map(files.map((file) => [file, imports.filter((it) => it.from === file && !it.later).map((it) => it.to)]));
  const done = new Set<string>();
  const circle = (file: string, path: readonly string[]): string | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file].join(' -> ');
    if (done.has(file)) return null;
    for (const other of next.get(file) ?? []) {
      const found = circle(other, [...path, file]);
      if (found !== null) return found;
    }
    done.add(file);
    return null;
  };
  expect(files.map((file) => circle(file, [])).filter((it) => it !== null)).toEqual([]);
});

it('no shared file imports a feature', () => {
  expect(imports.filter(({ from, to }) => featureOf(from) === null && featureOf(to) !== null && !isApp(from))).toEqual([]);
});

it('no feature imports from app/', () => {
  expect(imports.filter(({ from, to }) => featureOf(from) !== null && isApp(to))).toEqual([]);
});

it('features import only listed files of other features', () => {
  const internal = imports.filter(({ from, to }) => featureOf(to) !== null && featureOf(from) !== null && featureOf(from) !== featureOf(to));
  const names = internal.map(({ to }) => to.replace(/^features\//, '').replace(/\.(svelte\.)?ts$/, ''));
  const used = [...new Set(names.filter((name) => !OFFERED.has(name.split('/')[1] ?? '')))].sort();
  expect(used).toEqual(Object.keys(SHARED).sort());
});

