/** The imports between files: no cycles, shared folders import no feature, and features import only listed files of each other. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '../../src');

/** The files of a feature that app/ may import: its routes. */
const OFFERED = new Set(['routes']);

/** The files of a feature that other features import, with the reason. */
const SHARED: Record<string, string> = {
  'accounts/SignHere.svelte': 'one can sign in where an account is needed, without leaving the page',
  'accounts/own-account': 'whose session this is decides what other pages offer',
  'accounts/own-games': 'games that belong to the account are left out of those of the device',
  'accounts/signed-in': 'who is signed in decides what other pages offer',
  'accounts/trouble': 'what an account’s request is answered is worded the same everywhere',
  'accounts/words': 'what waits for the account is worded the same everywhere',
  'bots/Programs.svelte': 'the lobby lists the programs that may be challenged',
  'challenges/ChallengeTerms.svelte': 'a game that waits for its opponent shows its terms',
  'challenges/LevelField.svelte': 'the level of the server’s engine is chosen wherever it has a seat',
  'challenges/LiveClockChoice.svelte': 'every live game has a clock, on every page that offers one',
  'challenges/PlayAs.svelte': 'a simul is joined under a name or an account, as a game is',
  'challenges/StartField.svelte': 'a team match may begin at a position, as a game may',
  'challenges/challenge-words': 'the terms of a game are worded the same everywhere',
  'challenges/wishes': 'games by days are told apart from others in the same way',
  'challenges/words': 'what is agreed before a game is worded the same everywhere',
  'classes/news': 'a lesson tells a pupil’s class how it goes',
  'classes/stored': 'a pupil’s device is called by its class, and by nothing else',
  'clubs/ClubCalls.svelte': 'the lobby shows when one’s clubs play',
  'editor/draft': 'the print studio begins with the position of the editor',
  'friends/FriendKeys.svelte': 'an opponent or a player can be asked to be a friend',
  'friends/FriendsSection.svelte': 'the lobby begins with one’s friends',
  'friends/friends': 'a friend’s challenge is taken up from the bell',
  'friends/trouble': 'the bell words what went wrong as the list of friends does',
  'friends/words': 'the bell and a waiting game speak of friends in the same words',
  'help/KeysSheet.svelte': 'the analysis board shows its keys as the help page does',
  'lessons/ExerciseView.svelte': 'problems that repeat may be exercises of lessons',
  'lessons/Stars.svelte': 'a set of problems is given stars as a lesson is',
  'lessons/course': 'a teacher gives lessons, and prints them',
  'lessons/exam-begun': 'what is kept with an account includes an exam that was begun',
  'lessons/exercise': 'problems that repeat may be exercises of lessons',
  'lessons/lesson': 'the history, classes and paper have exercises in the form of lessons',
  'lessons/others': 'lessons of other games are given and repeated like those of the course',
  'lessons/progress': 'what is kept with an account includes the stars of lessons',
  'lessons/stars': 'a set of problems is given stars as a lesson is',
  'lessons/words': 'exercises are worded the same outside the course',
  'library/ChapterNav.svelte': 'a game of a file leads to the games beside it',
  'library/listing': 'the list of games that are over is read as the library is',
  'live/LiveBoard.svelte': 'the host of a simul plays at the board of a live game',
  'live/LiveGames.svelte': 'the first page and the lobby show the games of this browser',
  'live/NoServer.svelte': 'that there is no server is said in the same way everywhere',
  'live/final': 'which answers are final decides whether a seat is forgotten',
  'live/live-game': 'simuls, team matches and walls follow live games',
  'live/live-keeper': 'the host of a simul plays at the board of a live game',
  'live/live-words': 'the state of a live game is worded the same everywhere',
  'live/own-seat': 'a notification leads to a seat at a game of the account',
  'live/pace': 'a member of a team may leave a slow game',
  'live/rematch': 'a wall goes on with the next game of the same players',
  'live/server-back': 'a class wakes the boards that wait for the server',
  'live/server-clock': 'votes end by the server’s clock',
  'live/socket': 'simuls, team matches and walls follow live games',
  'live/standing': 'lists of games ask how each stands',
  'live/unreadable': 'an unreadable game is not asked for again anywhere',
  'live/words': 'a live game is worded the same wherever one begins or is shown',
  'print/sheets': 'positions are sent to the print studio',
  'problems/KeepAllMistakes.svelte': 'the mistakes of a report become problems',
  'problems/KeepMistakes.svelte': 'the mistakes of a report become problems',
  'problems/SolveView.svelte': 'a set of problems of a class is solved like any other',
  'problems/ThemeOptions.svelte': 'a teacher chooses problems as a solver does',
  'problems/choices': 'a teacher chooses problems as a solver does',
  'problems/choosing': 'a teacher chooses problems as a solver does',
  'problems/due': 'an analysis can be repeated as a problem',
  'problems/exchange': 'what is kept with an account includes training',
  'problems/games': 'a teacher chooses problems of the games that have any',
  'problems/log': 'what is kept with an account includes training',
  'problems/mistakes': 'the mistakes of a report become problems',
  'problems/problem': 'a set of problems of a class is solved like any other',
  'problems/solving': 'a set of problems of a class is solved like any other',
  'problems/training': 'lessons, sets of classes and analyses are repeated like problems',
  'problems/words': 'problems are worded the same in a class',
  'progress/OwnProgress.svelte': 'the account shows what is kept with it',
  'progress/stored': 'the account shows what is kept with it',
  'progress/syncing': 'the account shows what is kept with it',
  'projector/ClassLinks.svelte': 'a position can be sent to the projector',
  'push/NoticeChoice.svelte': 'notifications are offered where the user begins to wait',
  'ratings/speed': 'a challenge names the speed of its clock',
  'ratings/views': 'ratings are written the same everywhere',
  'reports/reports': 'a hint gives the coach’s reason',
  'rules/RulesDiagram.svelte': 'a station of the history lets one play by the old rules',
  'rules/pages': 'a station of the history lets one play by the old rules',
  'shots/ShotLinks.svelte': 'a shot that is found leads to the lexicon',
  'simuls/stored': 'a board of a simul leads back to the simul',
  'teams/HandOver.svelte': 'at a live game a team decides',
  'teams/TeamPanel.svelte': 'at a live game a team decides',
  'teams/TeamRematch.svelte': 'at a live game a team decides',
  'teams/stored': 'at a live game a team decides',
  'teams/votes': 'at a live game a team decides',
  'teams/words': 'several players at one side are worded the same everywhere',
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

