/**
 * Makes a part of the page accept dropped files: `{@attach dropFiles(take)}`. While files are over it, it has
 * `data-dropping`.
 */
import type { Attachment } from 'svelte/attachments';

export function dropFiles(take: (files: File[]) => void): Attachment<HTMLElement> {
  return (element) => {
    const hover = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      element.dataset['dropping'] = '';
    };
    const leave = (event: DragEvent): void => {
      if (!element.contains(event.relatedTarget as Node | null)) delete element.dataset['dropping'];
    };
    const drop = (event: DragEvent): void => {
      delete element.dataset['dropping'];
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      take(files);
    };
    element.addEventListener('dragover', hover);
    element.addEventListener('dragleave', leave);
    element.addEventListener('drop', drop);
    return () => {
      element.removeEventListener('dragover', hover);
      element.removeEventListener('dragleave', leave);
      element.removeEventListener('drop', drop);
    };
  };
}
