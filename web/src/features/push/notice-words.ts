/** The texts of notifications, in the list of the bell and on the device. */
import type { Notice } from './notices.svelte';
import { say } from './words';
import { gameName } from '../../messages/games';
import { personName } from '../../session/names';

export function noticeWords(notice: Notice): string {
  const known = personName(notice.name);
  const words = sentence(notice, known || say('nobody'));
  return known ? words : words.charAt(0).toLocaleUpperCase() + words.slice(1); // a name is not changed
}

function sentence(notice: Notice, name: string): string {
  switch (notice.kind) {
    case 'friend':
      return say('notice.friend', { name });
    case 'ladder':
      return say(`notice.ladder.${notice.wants}`, { name: notice.name });
    case 'rematch':
      return say(notice.begun ? 'notice.rematch.begun' : 'notice.rematch', { name, game: gameName(notice.variant) });
    default:
      return say(`notice.${notice.kind}`, { name, game: gameName(notice.variant) });
  }
}
