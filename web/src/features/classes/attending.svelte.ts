/**
 * A pupil's device in class: polls for assignments, reports the progress of lessons, and provides
 * the state of the bar. An outage of the server blocks no device: reports are queued, and the
 * screen is released.
 */
import { mount } from 'svelte';
import { type Answer, ask } from '../../api/ask';
import { Polled } from '../../api/polled';
import { serverIsBack } from '../live/server-back';
import { getClassMe, type OwnPlace, postClassMeLesson, type ReportedLesson } from '../../api/types';
import { pupilSecret, savePupil, saveUnsent, unsentReports } from './stored';
import { onProgress } from './report-progress';

/** The polling interval in milliseconds. */
const EVERY_MS = 3_000;

/** How long a frozen screen stays frozen while the server does not answer, in milliseconds. */
const HELD_MS = 20_000;

/**
 * The delay before a lesson's events are reported, in milliseconds: a child may try three times in
 * a second.
 */
const REPORT_DELAY_MS = 500;

class Attending {
  /** The latest answer; null before the first one, and without a class. */
  place = $state.raw<OwnPlace | null>(null);
  /** Whether the class has ended, or the teacher has removed this pupil. */
  ended = $state(false);
  heard = $state(true);

  /** The secret of the pupil; null without a class. */
  secret: string | null = null;
  #unsent: Record<string, ReportedLesson> = {};
  #polled: Polled<OwnPlace> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether a report is being sent: a later one must not arrive before it. */
  #sending = false;
  #heard_ms = 0;
  #shown = false;

  /** This device is a pupil; `place` is the server's latest answer, if any. */
  begin(place: OwnPlace | null = null): void {
    const secret = pupilSecret();
    if (secret === null) return;
    this.secret = secret;
    this.ended = false;
    this.place = place;
    this.#heard_ms = performance.now();
    this.#unsent = unsentReports();
    onProgress((report) => this.#note(report));
    this.#show();
    this.#poll(secret);
  }

  leave(): void {
    savePupil(null);
    this.#stop();
    this.place = null;
    this.ended = false;
  }

  #show(): void {
    if (this.#shown) return;
    this.#shown = true;
    const target = document.createElement('div');
    document.body.prepend(target);
    void import('./PupilBar.svelte').then(({ default: PupilBar }) => mount(PupilBar, { target }));
  }

  #poll(secret: string): void {
    this.#polled?.stop();
    this.#polled = new Polled({ ask: () => ask(getClassMe, {}, undefined, { secret }), heard: (answer) => this.#hear(secret, answer), every_ms: EVERY_MS, seen: () => true });
    void this.#polled.look();
  }

  #hear(secret: string, answer: Answer<OwnPlace>): void {
    // Another window of this browser has left the class, or is another pupil.
    if (pupilSecret() !== secret) {
      this.#stop();
      this.place = null;
      this.begin();
      return;
    }
    if (answer.kind === 'ok') {
      this.place = answer.value;
      this.#heard_ms = performance.now();
      if (!this.heard) serverIsBack();
      this.heard = true;
      void this.#send();
    } else if (answer.kind === 'refused' && answer.code === 'class-not-found') {
      savePupil(null);
      this.#stop();
      this.place = null;
      this.ended = true;
    } else {
      this.heard = false;
      if (this.place?.frozen && performance.now() - this.#heard_ms > HELD_MS) this.place = { ...this.place, frozen: false };
    }
  }

  #stop(): void {
    this.#polled?.stop();
    clearTimeout(this.#timer);
    onProgress(null);
    this.secret = null;
    this.#unsent = {};
  }

  #note(report: ReportedLesson): void {
    const before = this.#unsent[report.lesson];
    this.#unsent = { ...this.#unsent, [report.lesson]: { ...report, stars: Math.max(report.stars, before?.stars ?? 0) } };
    saveUnsent(this.#unsent);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#send(), REPORT_DELAY_MS);
  }

  /** Sends the queued reports in order, until none is left or the server does not answer. */
  async #send(): Promise<void> {
    if (this.#sending) return;
    this.#sending = true;
    for (;;) {
      const { secret } = this;
      const [report] = Object.values(this.#unsent);
      if (secret === null || !report) break;
      const answer = await ask(postClassMeLesson, {}, report, { secret });
      if (answer.kind !== 'ok' && answer.kind !== 'refused') break;
      if (this.#unsent[report.lesson] !== report) continue; // a newer report has replaced it meanwhile
      const { [report.lesson]: _sent, ...rest } = this.#unsent;
      this.#unsent = rest;
      if (this.secret !== null) saveUnsent(rest);
    }
    this.#sending = false;
  }
}

export const attending = new Attending();
