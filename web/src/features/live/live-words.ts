/** The sentences of a live game: events, rejections and phrases. */
import type { LiveWords } from './live-options';
import type { Event as LiveEvent, Phrase, TeamPhrase, Want } from '../../api/types';
import { say, sayIfKnown } from './words';
import { say as sayOfTeams, wantWords } from '../teams/words';
import { t } from '../../messages/messages.svelte';
import type { GameSettings, Side } from '../../rules/model';
import type { Request } from '../../rules/types';
import { nameOf, personName } from '../../session/names';

type Players = Pick<GameSettings, 'white' | 'black'>;

/** The name of a player or of the engine's level; empty without a name. */
export function knownName(settings: Players | null, side: Side): string {
  const player = settings?.[side];
  if (player === undefined) return '';
  return player.kind === 'computer' ? nameOf(player) : personName(player.name);
}

/** The name of a player, or the colour without a name. */
export function sideName(settings: Players | null, side: Side): string {
  return knownName(settings, side) || t(side === 'white' ? 'side.white' : 'side.black');
}

/** The opponent of this side inside a sentence: the name, or `your opponent`. */
export function opponentName(settings: Players | null, own: Side): string {
  return knownName(settings, own === 'white' ? 'black' : 'white') || say('other');
}

/** The opponent of this side at the beginning of a sentence. */
export function opponentFirst(settings: Players | null, own: Side): string {
  const name = opponentName(settings, own);
  return name.charAt(0).toLocaleUpperCase() + name.slice(1);
}

/** The names of both players for lists and titles; empty if neither has a name. */
export function playersName(settings: Players): string {
  if (!knownName(settings, 'white') && !knownName(settings, 'black')) return '';
  return `${sideName(settings, 'white')} – ${sideName(settings, 'black')}`;
}

/** Whether the server made a command itself: its ids are UUIDs of version 8, which no client uses. */
function isServerCommand(command: string | null): boolean {
  return command?.[14] === '8';
}

/** `settings` are those of the game, once known. */
export function liveWords(settings: () => GameSettings | null): LiveWords {
  return {
    event: ({ act, command }: LiveEvent, own: Side | null, answered: Request | null) => {
      switch (act.act) {
        case 'move':
          return act.side === own && isServerCommand(command) ? say('said.conditional', { move: act.move }) : '';
        case 'agree':
          return answered === null ? '' : say(`said.${answered.kind}`);
        case 'decline':
        case 'decline-draw':
          return act.side === own ? '' : say('said.declined');
        case 'pause':
          return say('said.held');
        case 'resume':
          return say((act.lost_ms ?? 0) > 0 ? 'said.outage' : 'said.resume');
        case 'correct':
          return say('said.corrected');
        case 'let-stand':
          return say('said.stands');
        case 'adoube':
          return act.side === own ? '' : t('conduct.said.adoube');
        default:
          return '';
      }
    },
    refused: (code, detail) => sayIfKnown(`refused.${code}`) ?? say('refused.other', { detail: detail || code }),
    noted: (want: Want) => sayOfTeams('team.noted', { what: wantWords(want) }),
    whispered: (name: string, phrase: TeamPhrase) => sayOfTeams('team.whispered', { name, words: sayOfTeams(`team.phrase.${phrase}`) }),
    said: (by: Side, phrase: Phrase) => say('say.by', { name: sideName(settings(), by), words: say(`phrase.${phrase}`) }),
  };
}
