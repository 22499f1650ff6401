/** Sentences of the text beside the board that games and analyses share. */
import type { BoardMove, Square } from '../board/types';
import { language, t } from '../messages/messages.svelte';
import { isCompulsory } from './captures';
import type { RefusalView } from '../rules/model';
import type { GameSession } from './session.svelte';

type NameOf = (square: Square) => string;

/** The pieces that must be played according to a refusal; only a few are named. */
export function insteadOf(refusal: RefusalView | null, nameOf: NameOf): string {
  const squares = [...new Set((refusal?.must_play ?? []).map((move) => move.from))];
  if (squares.length === 0 || squares.length > 3) return '';
  const names = squares.map((square) => nameOf(square));
  return t('word.instead', { squares: new Intl.ListFormat(language(), { type: 'disjunction' }).format(names) });
}

/** Says that a capture must be made, or that one is possible in a game with huffing. */
export function captureNotice(variant: string, moves: readonly BoardMove[], huffable: readonly Square[]): string {
  if (isCompulsory(variant, moves)) return t('word.mustCapture');
  // Possible huffing comes first.
  const possible = huffable.length === 0 && moves.some((move) => move.captured.length > 0);
  return possible ? t('word.capturesFree') : '';
}

/** Says that a move huffed a piece of the side that is to move now. */
export function huffNotice(last: { readonly huff: Square | null } | null, nameOf: NameOf): string {
  return last?.huff == null ? '' : t('word.huffed', { square: nameOf(last.huff) });
}

/** Notes about huffing, kings limited by a draw rule, and touched pieces. */
export function conductNotices(session: GameSession): string[] {
  const { hand, lastMove, live, shown } = session;
  const nameOf = (square: Square): string => session.nameOf(square);
  const tired = hand === null ? null : shown.view.tired_king;
  return [
    hand === null ? '' : huffNotice(lastMove, nameOf),
    tired === null ? '' : t('word.tiredKing', { square: nameOf(tired) }),
    live.touched === null ? '' : t('conduct.said.touched', { square: nameOf(live.touched) }),
  ];
}

/** The explanation of a played move, as one sentence after the move. */
export function whyText(move: string, sentence: string | null): string {
  return sentence === null ? t('why.none', { move }) : t('why.said', { move, sentence });
}
