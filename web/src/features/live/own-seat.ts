/** The seat of this browser at a game of the account: an existing one, or a new one. */
import { postAccountGamesIdSeat } from '../../api/types';
import { type Answer as AccountAnswer, ask } from '../../api/ask';
import { newSecret, saveSeat, seatAt } from '../../store/seats';

export async function ownSeat({ game, variant, name }: { game: string; variant: string; name: string }): Promise<AccountAnswer<string>> {
  const seat = seatAt(game);
  if (seat) return { kind: 'ok', value: seat.secret };
  const secret = newSecret();
  const answer = await ask(postAccountGamesIdSeat, { id: game }, { secret });
  if (answer.kind !== 'ok') return answer;
  saveSeat(secret, { game, side: answer.value.role === 'black' ? 'black' : 'white', variant, against: name });
  return { kind: 'ok', value: secret };
}
