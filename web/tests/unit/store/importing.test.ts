/** Importing files of many games: read as a stream, stored in batches, reported, stopped, undone; and hostile files. */
import 'fake-indexeddb/auto';
import { beforeAll, describe, expect, it, vi } from 'vitest';

vi.stubGlobal('navigator', { languages: ['en'] });
const { GameStore } = await import('../../../src/store/keeper.svelte');
const { LocalLibrary } = await import('../../../src/store/local-library');
const { Study } = await import('../../../src/rules/study');
const { importFiles } = await import('../../../src/store/importing');
const { fileBytes } = await import('../../../src/store/file-bytes');
const { annotatedPdnOf } = await import('../../../src/session/titles');
import type { ImportReport, ImportRequest } from '../../../src/store/import-messages';
import type { LocalGame } from '../../../src/store/local-game';
import { studyReady } from '../wasm';
import { FakeServer } from './fake-server';

beforeAll(studyReady);

/** A file whose chunks are read synchronously, as a worker reads a `Blob`. */
class File {
  constructor(readonly bytes: Uint8Array) {}
  get size(): number { return this.bytes.length; }
  slice(from: number, to: number): File { return new File(this.bytes.slice(from, to)); }
}
const asBlob = (content: string | Uint8Array): Blob =>
  new File(typeof content === 'string' ? new TextEncoder().encode(content) : content) as unknown as Blob;
const readPiece = (piece: Blob): ArrayBuffer => (piece as unknown as File).bytes.slice().buffer as ArrayBuffer;

let libraries = 0;
const newLibrary = () => new LocalLibrary(`importing-${(libraries += 1)}`);

async function take(
  contents: (string | Uint8Array)[],
  library = newLibrary(),
  order: Partial<ImportRequest> = {},
  around: { stopped?: () => boolean; now?: () => number } = {},
): Promise<ImportReport> {
  const files = contents.map((content, i) => ({ name: `file-${i + 1}.pdn`, bytes: asBlob(content) }));
  return await importFiles(
    { id: `import-${libraries}`, files, variant: 'international', language: 'en', encoding: '', untitled: 'Untitled game', again: false, grouped: true, unseen: [], ...order },
    { study: new Study(), library, readPiece, tell: () => {}, stored: () => {}, stopped: () => false, now: () => 1_700_000_000_000, ...around },
  );
}

const kept = async (library: InstanceType<typeof LocalLibrary>): Promise<LocalGame[]> =>
  (await library.all()).sort((a, b) => (a.id < b.id ? -1 : 1));

const game = (n: number, moves = '1. 32-28 19-23 2. 28x19 14x23 1-1'): string =>
  `[Event "Game ${n}"]\n[White "W${n}"]\n[Black "B${n}"]\n[GameType "20"]\n\n${moves}\n\n`;

describe('an import', () => {
  it('stores complete games, damaged ones up to their error, and reports each error', async () => {
    const library = newLibrary();
    const text = Array.from({ length: 250 }, (_, i) =>
      i % 50 === 49 ? game(i, '1. 32-28 19-23 2. 48-42 {why} 23x32 1-1') : i === 10 ? game(i).replace('"20"', '"99"') : game(i)).join('');
    const report = await take([text], library);
    expect(report).toMatchObject({ end: 'whole', kept: 249, damaged: 5, same: 0, unread: 1, bytes: text.length, total: text.length });
    expect(report.problems.map(({ line, kept: is }) => [line, is])).toEqual([10, 49, 99, 149, 199, 249].map((i) => [i * 7 + 1, i !== 10]));
    expect(report.problems[1]).toMatchObject({ file: 'file-1.pdn', title: 'W49 – B49', details: 'Game 49' });
    expect(report.problems[1]?.errors[0]?.sentence).toContain('48-42');
    const games = await kept(library);
    expect(games.map(({ title }) => title)).toEqual(Array.from({ length: 250 }, (_, i) => `W${i} – B${i}`).filter((_, i) => i !== 10));
    const damaged = games.find(({ title }) => title === 'W49 – B49');
    expect(damaged).toMatchObject({ plies: 2, study: true, dirty: true });
    for (const said of ['48-42', '{why}', '23x32', '1-1']) expect(damaged?.tree).toContain(said);
  });

  it('skips games that are already stored, except on request', async () => {
    const library = newLibrary();
    const text = [1, 2, 3, 1].map((n) => game(n)).join('');
    expect(await take([text], library)).toMatchObject({ kept: 3, same: 1 });
    expect(await take([text + game(4)], library)).toMatchObject({ kept: 1, same: 4 });
    expect(await take([text], library, { again: true })).toMatchObject({ kept: 4, same: 0 });
    expect(await library.all()).toHaveLength(8);
  });

  it('can be stopped with the games read so far, and undone as a whole', async () => {
    const library = newLibrary();
    await take([game(0)], library, { id: 'before' });
    let asked = 0;
    const text = Array.from({ length: 500 }, (_, i) => game(i + 1)).join('');
    const report = await take([text], library, { id: 'stopped' }, { stopped: () => (asked += 1) > 3 });
    expect(report.end).toBe('stopped');
    expect(report.kept).toBeGreaterThan(0);
    expect(report.kept).toBeLessThan(500);
    expect(await library.all()).toHaveLength(report.kept + 1);
    const keeper = new GameStore(library, new FakeServer());
    const changed = (await kept(library)).find(({ import_id }) => import_id === 'stopped');
    await keeper.saveTree(changed!.id, 0, `${changed!.tree} `, { record: changed!.record, plies: changed!.plies });
    await keeper.settled();
    expect(await keeper.takeBack(report.range!)).toEqual({ taken: report.kept - 1, stayed: 1 });
    const left = (await library.all()).filter(({ deleted_ms }) => deleted_ms === null);
    expect(left.map(({ title }) => title).sort()).toEqual(['W0 – B0', changed!.title].sort());
  });

  it('reads the group of a game from its tags, and makes no group for a single game', async () => {
    const library = newLibrary();
    const grouped = game(1).replace(']\n', ']\n[Group "Final"]\n');
    expect(await take([grouped + game(2), game(3)], library)).toMatchObject({ kept: 3, only: null });
    const games = await kept(library);
    expect(games.map(({ group }) => group)).toEqual(['Final', 'file-1.pdn', '']);
    expect(games[0]?.tree).not.toContain('Group');
    expect(await take([game(1)], library)).toMatchObject({ kept: 0, same: 1, range: null, only: games[0]!.id });
  });

  it('stores the games that fit if storage is full', async () => {
    const library = newLibrary();
    const add = library.addMany.bind(library);
    let lots = 0;
    library.addMany = async (games) => {
      if ((lots += 1) > 2) throw new DOMException('no room', 'QuotaExceededError');
      await add(games);
    };
    const report = await take([Array.from({ length: 500 }, (_, i) => game(i)).join('')], library);
    expect(report).toMatchObject({ end: 'full', kept: 200 });
    expect(await library.all()).toHaveLength(200);
  });

  it('detects the variant for the file as a whole', async () => {
    const library = newLibrary();
    const first = '[Event "a"]\n1. c3-d4 *\n\n';
    const czech = '[Event "b"]\n[FEN "W:We5:Bd4,b8"]\n1. e5-f6 *\n\n';
    const report = await take([first + czech, '[Event "c"]\n1. 32-28 *\n'], library);
    expect((await kept(library)).map(({ record }) => record.variant)).toEqual(['czech', 'czech', 'international']);
    expect(report.found).toHaveLength(1);
  });
});

describe('hostile files', () => {
  const hostile: [string, string | Uint8Array, Partial<ImportReport>][] = [
    ['nothing', '', { kept: 0, unread: 0 }],
    ['a mark of UTF-8 alone', '\uFEFF', { kept: 0, unread: 0 }],
    ['an unclosed brace', `${game(1, '1. 32-28 {never closed')}${game(2)}`, { kept: 2, damaged: 1 }],
    ['lines of percent signs', `% said by a program\n${game(1)}% {\n${game(2)}`, { kept: 2, damaged: 0 }],
    ['tags without a game', '[Event "a"]\n[White "b"]\n\n', { kept: 1 }],
    ['games without tags', '1. 32-28 19-23 *\n\n1. 33-28 *\n', { kept: 2, damaged: 0 }],
    ['zero bytes', new Uint8Array(100_000), { kept: 0, unread: 1 }],
    ['one line of figures', '9'.repeat(3_000_000), { kept: 0, unread: 1 }],
    ['one line of letters', 'q'.repeat(3_000_000), { kept: 0, unread: 1 }],
    ['brackets', '[('.repeat(200_000), {}],
  ];
  it.each(hostile)('%s', async (_name, content, expected) => {
    expect(await take([content])).toMatchObject({ end: 'whole', ...expected });
  });

  it('an unclosed comment of 100 MB neither hangs nor fills the memory', async () => {
    const bytes = new Uint8Array(100_000_000).fill(0x78);
    bytes.set(new TextEncoder().encode(`${game(1)}[Event "cut"]\n\n1. 32-28 {`));
    expect(await take([bytes])).toMatchObject({ end: 'whole', kept: 2, damaged: 1 });
  }, 120_000);
});

describe('encodings', () => {
  const text = '[White "Rózsa"]\r\n[Black "“Žižka” – x"]\r\n\r\n1. 32-28 {café}\r\n19-23 *\r\n';
  const windows = new Map([['“', 0x93], ['”', 0x94], ['–', 0x96], ['Ž', 0x8e], ['ž', 0x9e]]);
  const utf16 = (little: boolean): Uint8Array => {
    const bytes = new Uint8Array(2 + 2 * text.length);
    const view = new DataView(bytes.buffer);
    [...`\uFEFF${text}`].forEach((letter, i) => view.setUint16(2 * i, letter.charCodeAt(0), little));
    return bytes;
  };
  it.each([
    ['UTF-8', new TextEncoder().encode(text)],
    ['UTF-8 with its mark', new TextEncoder().encode(`\uFEFF${text}`)],
    ['Windows-1252', Uint8Array.from([...text], (letter) => windows.get(letter) ?? letter.charCodeAt(0))],
    ['UTF-16, little end first', utf16(true)],
    ['UTF-16, big end first', utf16(false)],
  ])('%s', async (_name, bytes) => {
    const library = newLibrary();
    expect(await take([bytes], library)).toMatchObject({ kept: 1, damaged: 0 });
    const [only] = await library.all();
    expect(only?.title).toBe('Rózsa – “Žižka” – x');
    expect(only?.tree).toContain('{café}');
  });

  it('a UTF-16 character split between two chunks is read correctly', () => {
    const source = fileBytes(asBlob(utf16(true)), readPiece);
    const bytes: number[] = [];
    for (let piece = source.read(3); piece.length > 0; piece = source.read(3)) bytes.push(...piece);
    expect(new TextDecoder().decode(Uint8Array.from(bytes))).toBe(text);
  });
});

describe('an imported game', () => {
  /** A pseudo-random generator with a fixed seed. */
  function lot(seed: number): (most: number) => number {
    let state = seed;
    return (most) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * most);
    };
  }

  const LINE = ['32-28', '19-23', '28x19', '14x23', '37-32', '10-14', '41-37', '14-19'];
  const OTHERS: Record<number, string> = { 0: '33-28', 1: '18-22', 3: '13x24', 4: '35-30', 5: '20-24' };
  const WORDS = ['good', 'été à Dakar', 'a "quoted" word', 'back\\slash', '日本', 'Ωmega; and more', '50% of it'];

  /** A random game with every PDN feature, in the form in which it is exported, apart from spaces. */
  function made(seed: number): { tags: string[]; said: string[]; text: string } {
    const draw = lot(seed);
    const word = () => WORDS[draw(WORDS.length)]!;
    const quoted = (value: string) => value.replace(/["\\]/g, '\\$&');
    const names = ['Event', 'White', 'Black', 'Date', 'MyOwnTag', 'X_9', 'Annotator'].sort(() => draw(3) - 1);
    const tags = [...names.map((name) => `[${name} "${quoted(name === 'Date' ? '2020.01.02' : `${word()} ${seed}`)}"]`), '[GameType "20"]', '[Result "1-1"]'];
    const said: string[] = [];
    const length = 1 + draw(LINE.length);
    for (let ply = 0; ply < length; ply += 1) {
      const number = `${Math.floor(ply / 2) + 1}`;
      said.push(...(ply % 2 === 0 ? [`${number}.`] : []), `${LINE[ply]}${['', '', '!', '?!'][draw(4)]}`);
      if (draw(4) === 0) said.push(`$${10 + draw(100)}`);
      if (draw(3) === 0) said.push(`{${word()}${draw(2) ? ' [%clk 0:12:34]' : ''}${draw(3) ? '' : ' [%unknown to all]'}}`);
      const other = OTHERS[ply];
      if (other && draw(3) === 0) said.push(`(${number}${ply % 2 === 0 ? '.' : '...'}`, `${other}`, `{${word()}})`);
    }
    return { tags, said, text: `${tags.join('\n')}\n\n${said.join(' ')} 1-1\n\n` };
  }

  /** Tags, moves, symbols, comments and brackets, without move numbers and spaces. */
  const parts = (text: string): string[] => (text.match(/\[\w+ "(?:[^"\\]|\\.)*"\]|\{[^}]*\}|\$\d+|[()]|[^\s(){}]+/g) ?? []).filter((part) => !/^\d+\.+$/.test(part));

  it('is exported with the same tags in their order, moves, signs, comments and variations', async () => {
    const library = newLibrary();
    const games = Array.from({ length: 300 }, (_, i) => made(i + 1));
    expect(await take([games.map(({ text }) => text).join('')], library)).toMatchObject({ kept: 300, damaged: 0, same: 0, unread: 0 });
    const study = new Study();
    const out = (await kept(library)).map((stored) => annotatedPdnOf(study, stored));
    out.forEach((text, i) => expect(parts(text), games[i]!.text).toEqual(parts(games[i]!.text)));
    // The exported text is read as the same games.
    expect(await take([out.join('\n')], library)).toMatchObject({ kept: 0, same: 300 });
  });
});
