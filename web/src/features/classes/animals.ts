/** The animals that name pupils, and the engine as an opponent: their pictures and their names. */
import { language } from '../../messages/messages.svelte';
import type { SeatNames } from '../../store/seats';
import { COMPUTER } from './computer';
import type { ClassGame } from '../../api/types';
import { say, type ClassKey } from './words';

const PICTURES: Record<string, string> = {
  ant: '🐜', badger: '🦡', bat: '🦇', bear: '🐻', beaver: '🦫', bee: '🐝', beetle: '🪲', bison: '🦬', boar: '🐗', butterfly: '🦋', cat: '🐱', caterpillar: '🐛',
  chick: '🐤', crab: '🦀', cricket: '🦗', crocodile: '🐊', deer: '🦌', dolphin: '🐬', dove: '🕊️', dragon: '🐉', duck: '🦆', eagle: '🦅', fish: '🐠', flamingo: '🦩',
  fox: '🦊', frog: '🐸', giraffe: '🦒', hamster: '🐹', hedgehog: '🦔', horse: '🐴', kangaroo: '🦘', koala: '🐨', ladybird: '🐞', leopard: '🐆', lion: '🦁', lizard: '🦎',
  llama: '🦙', lobster: '🦞', mammoth: '🦣', mouse: '🐭', octopus: '🐙', otter: '🦦', owl: '🦉', panda: '🐼', parrot: '🦜', peacock: '🦚', penguin: '🐧', puppy: '🐶',
  rabbit: '🐰', raccoon: '🦝', ram: '🐏', rooster: '🐓', seal: '🦭', squirrel: '🐿️', swan: '🦢', tiger: '🐯', turtle: '🐢', unicorn: '🦄', wolf: '🐺', zebra: '🦓',
};

/** French feminine names, and names before which the article is elided. */
const FEMININE = new Set(['ant', 'bat', 'bee', 'caterpillar', 'dove', 'giraffe', 'frog', 'ladybird', 'mouse', 'otter', 'turtle', 'unicorn']);
const ELIDED = /^[aeiouéèêœ]/i;

/** The name of an animal, or of the engine with its level, without an article. */
export function animalName(code: string, level: number | null = null): string {
  if (code === COMPUTER) return level === null ? say('computer') : say('computer.level', { n: level });
  return code in PICTURES ? say(`animal.${code}` as ClassKey) : code;
}

/** Both players of a pupil's game. */
export function namesAt(own: string, { side, against, level }: Pick<ClassGame, 'side' | 'against' | 'level'>): SeatNames {
  const [mine, other] = [properName(own), properName(against, level)];
  return side === 'white' ? { white: mine, black: other } : { white: other, black: mine };
}

/** The name of an animal as a player's name: "Renard". */
function properName(code: string, level: number | null = null): string {
  const name = animalName(code, level);
  return name.charAt(0).toLocaleUpperCase(language()) + name.slice(1);
}

/** The name with its article: "the fox", "l’ours", "the computer (level 1)". */
export function theAnimal(code: string, level: number | null = null): string {
  const name = animalName(code, level);
  if (language() === 'en') return `the ${name}`;
  if (ELIDED.test(name)) return `l’${name}`;
  return `${FEMININE.has(code) ? 'la' : 'le'} ${name}`;
}

const drawn = new Map<string, boolean>();

/** The picture of an animal; without an emoji on the device, the first letters of its name. */
export function pictureOf(code: string): { text: string; isPicture: boolean } {
  const picture = code === COMPUTER ? '💻' : PICTURES[code];
  if (picture && isDrawn(picture)) return { text: picture, isPicture: true };
  return { text: animalName(code).slice(0, 2), isPicture: false };
}

/** Whether the device has a colour emoji: the box shown for a missing one has no colour. */
function isDrawn(sign: string): boolean {
  let known = drawn.get(sign);
  if (known === undefined) {
    known = coloured(sign);
    drawn.set(sign, known);
  }
  return known;
}

function coloured(sign: string): boolean {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 20;
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (!pen) return false;
  pen.font = '16px sans-serif';
  pen.fillStyle = '#000';
  pen.fillText(sign, 0, 16);
  const { data } = pen.getImageData(0, 0, 20, 20);
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
    if (Math.max(red, green, blue) - Math.min(red, green, blue) > 24 || (red + green + blue > 90 && (data[at + 3] ?? 0) > 200)) return true;
  }
  return false;
}
