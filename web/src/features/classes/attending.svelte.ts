/**
 * A pupil's device in class: polls for assignments, reports the progress of lessons, and provides the state of the bar. An outage of the server blocks no
 * device: reports are queued, and the screen is released.
 */
import { mount } from 'svelte';
import { type Answer, ask } from '../../api/ask';
import { Polled } from '../../api/polled';
import { serverIsBack } from '../live/server-back';
import { getClassMe, type OwnPlace, postClassMeLesson, type ReportedLesson as LessonNews } from '../../api/types';
import { keepPupil, keepUntold, pupilSecret, untold } from './stored';
import { hearLessons } from './news';

/** The polling interval in milliseconds. */
const EVERY_MS = 3_000;

/** How long a frozen screen stays frozen while the server does not answer, in milliseconds. */
const HELD_MS = 20_000;

/** The delay before a lesson's events are reported, in milliseconds: a child may try three times in a second. */
const GATHERED_MS = 500;

class Attending {
  /** The latest answer; null before the first one, and without a class. */
  place = $state.raw<OwnPlace | null>(null);
  /** Whether the class has ended, or the teacher has removed this pupil. */
  ended = $state(false);
  heard = $state(true);

  /** The secret of the pupil; null without a class. */
  secret: string | null = null;
  #untold: Record<string, LessonNews> = {};
  #polled: Polled<OwnPlace> | null = null;
  #telling: ReturnType<typeof setTimeout> | undefined;
  /** Whether a report is being sent: a later one must not arrive before it. */
  #tells = false;
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
    this.#untold = untold();
    hearLessons((news) => this.#note(news));
    this.#show();
    this.#poll(secret);
  }

  leave(): void {
    keepPupil(null);
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
      void this.#tell();
    } else if (answer.kind === 'refused' && answer.code === 'class-not-found') {
      keepPupil(null);
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
    clearTimeout(this.#telling);
    hearLessons(null);
    this.secret = null;
    this.#untold = {};
  }

  #note(news: LessonNews): void {
    const before = this.#untold[news.lesson];
    this.#untold = { ...this.#untold, [news.lesson]: { ...news, stars: Math.max(news.stars, before?.stars ?? 0) } };
    keepUntold(this.#untold);
    clearTimeout(this.#telling);
    this.#telling = setTimeout(() => void this.#tell(), GATHERED_MS);
  }

  /** Sends the queued reports in order, until none is left or the server does not answer. */
  async #tell(): Promise<void> {
    if (this.#tells) return;
    this.#tells = true;
    for (;;) {
      const { secret } = this;
      const [news] = Object.values(this.#untold);
      if (secret === null || !news) break;
      const answer = await ask(postClassMeLesson, {}, news, { secret });
      if (answer.kind !== 'ok' && answer.kind !== 'refused') break;
      if (this.#untold[news.lesson] !== news) continue; // a newer report has replaced it meanwhile
      const { [news.lesson]: _told, ...rest } = this.#untold;
      this.#untold = rest;
      if (this.secret !== null) keepUntold(rest);
    }
    this.#tells = false;
  }
}

export const attending = new Attending();
