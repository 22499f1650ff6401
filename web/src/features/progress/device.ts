/** What this browser has kept of the lessons and of training, as one. */
import { forgetBegun } from '../lessons/exam-begun';
import { course, forgetBeginning, takeCourse, unitedCourse } from '../lessons/progress.svelte';
import { TrainingLog } from '../problems/log';
import type { Progress } from './parts';
import type { Device } from './sync';

/** The windows that train on the log of this browser read it anew when told so. */
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

  /** Is to be put together with what an account has: what was forgotten here before concerns this device alone. */
  join(): void {
    forgetBeginning();
  }

  /** Forgets everything here; what an account has stays there. */
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
