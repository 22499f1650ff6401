/**
 * The import worker: reads the files, stores their games in this browser, and reports its progress.
 * `import-messages.ts` defines the messages. Each import has its own worker.
 */
import { openStudy } from '../rules/study';
import type { FromImporter, ImportProgress, ToImporter } from './import-messages';
import { importFiles } from './importing';
import { LocalLibrary } from './local-library';

/** The time between two progress messages, in milliseconds. */
const BETWEEN = 100;

const scope = self as unknown as DedicatedWorkerGlobalScope;
const say = (message: FromImporter): void => scope.postMessage(message);
const reader = new FileReaderSync();
let stopped = false;
let reportedAt = 0;

function tell(progress: ImportProgress): void {
  if (performance.now() - reportedAt < BETWEEN) return;
  reportedAt = performance.now();
  say({ say: 'progress', progress });
}

scope.onmessage = async ({ data }: MessageEvent<ToImporter>): Promise<void> => {
  if (data.say === 'stop') {
    stopped = true;
    return;
  }
  const library = new LocalLibrary();
  const lasting = await library.lasting();
  if (!lasting) await library.addMany(data.order.unseen);
  const report = await importFiles(data.order, {
    study: await openStudy(),
    library,
    readPiece: (piece) => reader.readAsArrayBuffer(piece),
    tell,
    stored: (games) => {
      if (!lasting) say({ say: 'games', games });
    },
    stopped: () => stopped,
    now: Date.now,
  });
  say({ say: 'done', report });
};
