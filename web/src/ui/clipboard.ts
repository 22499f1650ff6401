/** Copies and saves text, also on plain HTTP, where the browser offers no clipboard. */

/** Copies a text. Returns whether this worked. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // There is no clipboard on plain HTTP, or it was refused. The older way still works there.
  }
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'unseen';
  (document.querySelector('dialog[open]') ?? document.body).append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  return done;
}

export function download(name: string, text: string, type = 'text/plain'): void {
  downloadFile(name, new Blob([text], { type: `${type};charset=utf-8` }));
}

export function downloadFile(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** The most letters of a file name. Most systems allow 255 bytes. */
const LONGEST_NAME = 60;

/** Makes a file name of a title: letters of any script, figures and hyphens. Latin letters lose their accents. */
export function fileName(title: string, ending: string): string {
  const letters = title
    .normalize('NFD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}_]+/gu, '-');
  const plain = [...letters].slice(0, LONGEST_NAME).join('').replace(/^-+|-+$/g, '');
  return `${plain || 'damier'}.${ending}`;
}
