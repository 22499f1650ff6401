/** The progress stored in this browser: lessons and training. */
import { forgetBegun } from '../lessons/exam-begun';
import { course, forgetBeginning, takeCourse, unitedCourse } from '../lessons/progress.svelte';
import { TrainingLog } from '../problems/log';
import type { Progress } from './parts';
import type { Device } from './sync';

/** The channel that makes other windows read the training log again. */
const WINDOWS = 'damier-training';

export class ThisDevice implements Device {
  readonly #log = new TrainingLog();

  async progress(): Promise<Progress> {
    return { course: course(), training: await this.#log.all() };
  }

  async add(found: Progress): Promise<void> {
    await this.#log.merge(found.training);
    this.#tell();
    takeCourse(unitedCourse(course(), found.course));
  }

  /**
   * Called before the first merge with an account: an earlier deletion here is not applied to the
   * account.
   */
  join(): void {
    forgetBeginning();
  }

  /** Deletes all progress in this browser. The account keeps its own. */
  async forget(): Promise<void> {
    await this.#log.clear();
    this.#tell();
    forgetBegun();
    takeCourse({ begun_ms: 0, lessons: {}, exams: {} });
  }

  #tell(): void {
    if (!('BroadcastChannel' in globalThis)) return;
    const windows = new BroadcastChannel(WINDOWS);
    windows.postMessage(null);
    windows.close();
  }
}
