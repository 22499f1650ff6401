/** The addresses of all pages: reading and printing are inverse, and an invalid address is rejected. */
import { describe, expect, it, vi } from 'vitest';
import { print, read, SECTIONS, type Route } from '../../../src/router/routes';

vi.hoisted(() =>
  Object.assign(globalThis, { navigator: { languages: ['en'] }, document: { documentElement: { lang: '' } }, location: { hash: '' }, addEventListener: () => undefined }),
);
// The modules of the two pages of the first load need these globals.
vi.mock('../../../src/features/play/Home.svelte', () => ({ default: () => ({}) }));
vi.mock('../../../src/features/play/Game.svelte', () => ({ default: () => ({}) }));

const { PAGES } = await import('../../../src/app/features');
const { groupsOf } = await import('../../../src/app/sections');

const ID = '0123abcd-0123-4567-89ab-0123456789ab';
const pageAt = (hash: string): Route => read(PAGES, hash).route;

describe('an address', () => {
  it.each([
    '#/',
    '#/play/russian',
    `#/game/${ID}`,
    '#/lobby',
    '#/lobby/frisian',
    '#/invite/russian?lobby=1&friend=Awa',
    '#/join/secret',
    '#/live/secret',
    `#/own/${ID}`,
    '#/together/russian',
    '#/team-match/secret',
    '#/learn',
    '#/learn/first-step',
    '#/learn/exam/king',
    '#/learn/certificate/king',
    '#/rules',
    '#/rules/compare',
    '#/rules/russian',
    '#/history',
    '#/history/clubs',
    '#/class',
    '#/class/join/ABC',
    '#/problems',
    '#/problems/daily',
    '#/problems/set/set-12',
    '#/shots',
    '#/shots/coup-royal',
    '#/coordinates',
    '#/library',
    '#/library?text=a&page=2',
    '#/shared',
    `#/shared/${ID}`,
    '#/editor?variant=russian&fen=W%3AW31%3AB1',
    `#/analysis?game=${ID}&ply=4&resume=1`,
    `#/report/${ID}`,
    '#/report?variant=russian&fen=W%3AW31%3AB1&moves=31-27',
    '#/view?variant=russian&game=abc',
    '#/played',
    '#/clubs',
    '#/club/caf%C3%A9%20du%20pont/CODE',
    '#/simuls',
    `#/simul/${ID}/secret`,
    `#/round/${ID}`,
    '#/broadcast',
    '#/broadcast/salou-2026/3/12',
    '#/wall/broadcast/salou-2026/3',
    '#/wall/live/a,b',
    '#/player/Awa',
    '#/account',
    '#/clock?variant=russian&board=1',
    '#/print?sheet=exam&title=Tour',
    '#/project?fen=W%3AW31%3AB1&at=2',
    '#/device/secret',
    '#/help',
  ])('%s is printed as it was read', (hash) => {
    const found = read(PAGES, hash);
    expect(found.definition).not.toBeNull();
    expect(print(PAGES, found.route)).toBe(hash);
  });

  it.each(['#/nothing', '#/rules/chess', '#/play/chess', '#/game/1', '#/problems/what', '#/problems/set/x', '#/learn/1', '#/report/1', '#/report?variant=chess&fen=x', '#/analysis?game=1', '#/wall/x/y', '#/help/more'])(
    '%s is none of a page',
    (hash) => expect(pageAt(hash)).toEqual({ page: 'lost' }),
  );

  it('drops an optional value that cannot be read', () => {
    expect(pageAt('#/lobby/chess')).toEqual({ page: 'lobby', variant: null });
    expect(pageAt('#/project?at=x')).toMatchObject({ page: 'project', at: null });
    expect(pageAt('#/club/%E0%A4%A')).toEqual({ page: 'club', club: '%E0%A4%A', code: null });
  });

  it('of a club without an id leads to all clubs', () => expect(pageAt('#/club')).toEqual({ page: 'clubs' }));
});

it('each page of a link in the header has an address without values', () => {
  for (const { links } of groupsOf(PAGES)) for (const { route } of links) expect(pageAt(print(PAGES, route)).page).toBe(route.page);
});

it('every group of the header has links, and no label is repeated', () => {
  const groups = groupsOf(PAGES);
  expect(groups.map(({ section }) => section)).toEqual(SECTIONS);
  const labels = groups.flatMap(({ links }) => links.map(({ label }) => label));
  expect(groups.every(({ links }) => links.length > 1)).toBe(true);
  expect(new Set(labels).size).toBe(labels.length);
});
