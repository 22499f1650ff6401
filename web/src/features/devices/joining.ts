/**
 * Changes the owner of this browser's games. Games that are only on the server under the old secret
 * are fetched first, because they are not accessible with the new one.
 */
import { joinDevice, leaveDevice, secretSettled } from '../../store/device-secret';
import type { GameStore } from '../../store/keeper.svelte';

/** The result; after a failure nothing has changed. */
export type Joined = 'joined' | 'unreachable' | 'notWritten';

/** How many games are fetched, and how many there are. */
export type Fetched = (done: number, of: number) => void;

/** How many summaries are requested at once, the maximum of the server. */
const PAGE = 200;

export async function join(keeper: GameStore, secret: string, onprogress: Fetched = () => {}): Promise<Joined> {
  return await change(keeper, onprogress, () => joinDevice(secret));
}

export async function goBack(keeper: GameStore, onprogress: Fetched = () => {}): Promise<Joined> {
  return await change(keeper, onprogress, leaveDevice);
}

async function change(keeper: GameStore, onprogress: Fetched, changed: () => boolean): Promise<Joined> {
  if (!(await fetchAll(keeper, onprogress))) return 'unreachable';
  if (!changed()) return 'notWritten';
  await keeper.forgetServer();
  secretSettled();
  void keeper.sendAll();
  return 'joined';
}

/** Fetches the games that are only on the server. Returns whether all are here now. */
async function fetchAll(keeper: GameStore, onprogress: Fetched): Promise<boolean> {
  const wanted: string[] = [];
  let before: string | null = null;
  do {
    const answer = await keeper.server.list(before, PAGE);
    if (answer.kind !== 'ok') return false;
    for (const { id } of answer.value.games) if (!(await keeper.local.get(id))) wanted.push(id);
    before = answer.value.next;
  } while (before !== null);
  for (const [at, id] of wanted.entries()) {
    onprogress(at, wanted.length);
    if (!(await keeper.fetch(id))) return false;
  }
  return true;
}
