/** Copying and saving text, also on plain HTTP where the browser's clipboard is closed. */

/** Copies text; says whether it worked. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // No clipboard on plain HTTP, or it was refused: the older way still works there.
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

/** Offers text as a file to keep. */
export function download(name: string, text: string, type = 'text/plain'): void {
  downloadFile(name, new Blob([text], { type: `${type};charset=utf-8` }));
}

/** Offers a file to keep. */
export function downloadFile(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A file name made of a title: letters, figures and dashes. */
export function fileName(title: string, ending: string): string {
  const plain = title
    .normalize('NFD')
    .replace(/[^\w]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return `${plain || 'damier'}.${ending}`;
}
