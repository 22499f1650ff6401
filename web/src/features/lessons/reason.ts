/** Why a try at an exercise is wrong: a text key with values, or a refusal of the rules. */
import type { RefusalView } from '../../rules/model';
import type { Text } from './lesson';
import type { WordKey } from './words';

export type Reason =
  | { from: 'lesson'; text: Text }
  /** `film` has the moves that prove it, which are animated on the board. */
  | { from: 'words'; key: WordKey; values: Record<string, string | number>; film?: readonly string[] }
  | { from: 'rules'; refusal: RefusalView };
