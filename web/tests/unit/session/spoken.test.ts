/** Announcements to screen readers: a hint, a compulsory capture and the result. */
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { RulesBinding } from '../../../src/rules/binding';
import type { Language, Player } from '../../../src/rules/model';
import { playReady, studyReady } from '../wasm';

vi.stubGlobal('navigator', { languages: ['en'] });
vi.stubGlobal('document', { documentElement: { lang: '' } });
const { GameSession } = await import('../../../src/session/session.svelte');
const { Analysis } = await import('../../../src/features/analysis/analysis.svelte');
const { beyond, headline } = await import('../../../src/session/ended');
const { Study } = await import('../../../src/rules/study');
const { prefer } = await import('../../../src/settings/preferences.svelte');
const { applyLanguage } = await import('../../../src/messages/messages.svelte');
type Session = InstanceType<typeof GameSession>;

const PERSON: Player = { kind: 'person', name: 'Awa' };
const COMPUTER: Player = { kind: 'computer', level: 1 };

beforeAll(() => {
  playReady();
  studyReady();
});

function read(tongue: Language): void {
  prefer({ language: tongue });
  applyLanguage();
}

beforeEach(() => read('en'));

function session(start: string | null, black: Player = PERSON, white: Player = PERSON, variant = 'international'): Session {
  const settings = { start, clock: null, white, black, few_pieces: 'fresh' as const };
  return new GameSession(new RulesBinding().newGame(variant, settings, 0), { changed() {} }, { now: () => 1000 });
}

const play = (it: Session, from: number, to: number): boolean => it.tryMove({ from, to, via: [] });

describe('a hint', () => {
  it.each([
    ['en', 'Hint: White plays 32 to 28.'],
    ['fr', 'Indice\u00a0: les Blancs jouent de 32 à 28.'],
  ] as const)('is a sentence in %s', (tongue, said) => {
    read(tongue);
    const game = session(null, COMPUTER);
    game.propose(game.moves.find((move) => move.text === '32-28') ?? null);
    expect(game.spoken.toLocaleLowerCase()).toBe(said.toLocaleLowerCase());
  });
});

describe('a compulsory capture', () => {
  it('is announced after the move that creates it, to both of two players', () => {
    const game = session(null);
    play(game, 32, 28);
    expect(game.spoken).toBe('White plays 32 to 28');
    play(game, 19, 23);
    expect(game.spoken).toBe('Black plays 19 to 23. You must capture.');
    play(game, 28, 19);
    expect(game.spoken).toBe('White captures from 28 to 19, taking one man. You must capture.');
  });

  it('is announced for the user’s side only against the computer', () => {
    const game = session(null, COMPUTER);
    play(game, 32, 28);
    play(game, 19, 23);
    expect(game.spoken).toBe('Black plays 19 to 23. You must capture.');
    play(game, 28, 19);
    expect(game.spoken).toBe('White captures from 28 to 19, taking one man');
  });

  it('is announced in an analysis', () => {
    const analysis = new Analysis(new Study().newTree('international', null));
    analysis.tryMove({ from: 32, to: 28, via: [] });
    analysis.tryMove({ from: 19, to: 23, via: [] });
    expect(analysis.spoken).toBe('Black plays 19 to 23. You must capture.');
  });

  it('is not announced if capturing is optional', () => {
    const game = session('W:W28,46:B18,1', PERSON, PERSON, 'polish-1754');
    play(game, 28, 23);
    expect(game.moves.some((move) => move.captured.length > 0)).toBe(true);
    expect(game.spoken).not.toContain('must capture');
  });
});

describe('the end of a game against the computer', () => {
  it('is announced to the winner as a win', () => {
    const game = session('W:W28:B23', COMPUTER);
    play(game, 28, 19);
    expect(game.spoken).toBe('White captures from 28 to 19, taking one man. You won! White wins: Black has no pieces left.');
  });

  it('is announced to the loser as a loss', () => {
    const game = session('W:W28:B18', COMPUTER);
    play(game, 28, 23);
    play(game, 18, 29);
    expect(game.spoken).toContain('You lost. Black wins: White has no pieces left.');
  });

  it('is announced as a loss after resigning', () => {
    const game = session(null, COMPUTER);
    game.resign('white');
    expect(game.spoken).toBe('You lost. Black wins: White resigned.');
  });

  it('names the winner once in a game of two people', () => {
    const game = session('W:W28:B23');
    play(game, 28, 19);
    expect(game.spoken).toBe('White captures from 28 to 19, taking one man. White wins: Black has no pieces left.');
  });

  it('is announced as a draw', () => {
    const game = session('W:W28,46:B18,1', COMPUTER);
    play(game, 46, 41);
    play(game, 1, 6);
    game.offerDraw('white');
    game.acceptDraw('black');
    expect(game.spoken).toBe('The game is drawn: both players agreed.');
  });
});

describe('the result card', () => {
  it('names the winner once', () => {
    const outcome = { winner: 'white', reason: 'result', points: [2, 0] } as const;
    for (const [tongue, bare, full, rest] of [
      ['en', 'White wins.', 'White wins: Black resigned.', 'Black resigned.'],
      ['fr', 'Les Blancs gagnent.', 'Les Blancs gagnent : les Noirs ont abandonné.', 'Les Noirs ont abandonné.'],
    ] as const) {
      read(tongue);
      const heading = headline({ ...outcome, points: [2, 0], sentence: bare }, null);
      expect([beyond(heading, bare), beyond(heading, full)]).toEqual(['', rest]);
    }
    read('en');
    expect(beyond('You won!', 'White wins: Black resigned.')).toBe('White wins: Black resigned.');
  });
});
