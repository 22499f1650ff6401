/** Reads the PDF that Chromium prints: the size and text of each page. It inflates streams, and maps glyphs to letters by the table of each font. */
import { inflateSync } from 'node:zlib';

export interface PrintedPage {
  /** In points, 72 to the inch. */
  width: number;
  height: number;
  text: string;
}

export function pagesOf(pdf: Buffer): PrintedPage[] {
  const file = pdf.toString('latin1');
  const objects = new Map<number, string>();
  for (const [, number, body] of file.matchAll(/(?:^|\n)(\d+) 0 obj\s([\s\S]*?)endobj/g)) objects.set(Number(number), body ?? '');
  const reference = (body: string, key: string): string => objects.get(Number(new RegExp(`/${key} (\\d+) 0 R`).exec(body)?.[1])) ?? '';
  return [...objects.values()]
    .filter((body) => /\/Type \/Page\b/.test(body))
    .map((page) => {
      const [, , , width = 0, height = 0] = (/\/MediaBox \[([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+)\]/.exec(page) ?? []).map(Number);
      const resources = /\/Resources <</.test(page) ? page : reference(page, 'Resources');
      const fontList = /\/Font <<([^>]*)>>/.exec(resources)?.[1] ?? '';
      const fonts = new Map([...fontList.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, number]) => [name ?? '', lettersOf(stream(reference(objects.get(Number(number)) ?? '', 'ToUnicode')))]));
      return { width, height, text: textOf(stream(reference(page, 'Contents')), fonts) };
    });
}

function stream(body: string): string {
  const found = /\/Length (\d+)[\s\S]*?stream\r?\n/.exec(body);
  if (!found) return '';
  // By its length, since its last byte may be one that also ends a line.
  const from = found.index + found[0].length;
  const data = body.slice(from, from + Number(found[1]));
  return /FlateDecode/.test(body) ? inflateSync(Buffer.from(data, 'latin1')).toString('latin1') : data;
}

/** The letters of a font by glyph, both as hexadecimal numbers. */
function lettersOf(table: string): Map<string, string> {
  const letters = new Map<string, string>();
  const decode = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le');
  for (const [, block = ''] of table.matchAll(/beginbfchar([\s\S]*?)endbfchar/g)) {
    for (const [, glyph = '', letter = ''] of block.matchAll(/<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>/g)) letters.set(glyph.toUpperCase(), decode(letter));
  }
  for (const [, block = ''] of table.matchAll(/beginbfrange([\s\S]*?)endbfrange/g)) {
    for (const [, first = '', last = '', letter = ''] of block.matchAll(/<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>/g)) {
      for (let glyph = parseInt(first, 16); glyph <= parseInt(last, 16); glyph += 1) {
        const code = parseInt(letter, 16) + glyph - parseInt(first, 16);
        letters.set(glyph.toString(16).toUpperCase().padStart(first.length, '0'), String.fromCodePoint(code));
      }
    }
  }
  return letters;
}

function textOf(content: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): string {
  let font: ReadonlyMap<string, string> = new Map();
  let text = '';
  for (const [, name, hex] of content.matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9A-Fa-f]+)>/g)) {
    if (name) font = fonts.get(name) ?? new Map();
    else for (const glyph of (hex ?? '').toUpperCase().match(/.{4}/g) ?? []) text += font.get(glyph) ?? '';
  }
  return text;
}
