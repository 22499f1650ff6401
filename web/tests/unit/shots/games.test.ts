/** The games of the shots: the rules allow every move, and the coach gives the moves of the shot its name. */
import { beforeAll, describe, expect, it } from 'vitest';
import games from '../../../src/features/shots/games.json';
import type { ShotGame } from '../../../src/features/shots/shot-game';
import { Coach } from '../../../src/rules/coach';
import { RulesBinding } from '../../../src/rules/binding';
import { USUAL } from '../../../src/rules/family';
import { ExerciseRules } from '../../../src/rules/exercise-rules';
import { coachReady, playReady } from '../wasm';

let binding: RulesBinding;
let coach: Coach;
beforeAll(() => {
  playReady();
  coachReady();
  binding = new RulesBinding();
  coach = new Coach();
});

const GAMES: readonly ShotGame[] = games;

describe('the games of the shots', () => {
  it('are of many shots, and a shot has each game once', () => {
    expect(new Set(GAMES.map(({ shot }) => shot)).size).toBeGreaterThan(20);
    const each = GAMES.map(({ shot, moves }) => `${shot} ${moves}`);
    expect(new Set(each).size).toBe(each.length);
  });

  it.each(GAMES)('$shot: $white - $black, $year', ({ shot, ply, plies, moves: text }) => {
    const rules = new ExerciseRules(binding, () => 'en', USUAL);
    const start = binding.startView(USUAL).fen;
    const moves = text.split(' ');
    expect(rules.at(start, moves).history.length).toBe(moves.length);
    const named = coach.nameShot(USUAL, rules.at(start, moves.slice(0, ply)).fen, moves.slice(ply, ply + plies), 'en');
    const codes = named?.name ? [named.name.code] : named?.families.map(({ code }) => code);
    expect(codes).toContain(shot);
  });
});
