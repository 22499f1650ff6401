/** Why a try at an exercise is not right, in words that need no other. Shared by what judges a try and what shows the judgement. */
import type { RefusalView } from '../../rules/model';
import type { Text } from './lesson';
import type { WordKey } from './words';

export type Reason =
  | { from: 'lesson'; text: Text }
  /** `film` are the moves that prove it, from the position on: they are shown on the board. */
  | { from: 'words'; key: WordKey; values: Record<string, string | number>; film?: readonly string[] }
  | { from: 'rules'; refusal: RefusalView };
