/**
 * The server of the page, which collects results of problems and rates the problems by them. A page
 * on a server of plain files has none.
 */
import { ask, mapped, type Answer } from '../../api/ask';
import { getProblemsVariantRatings, postProblemsVariantResults, type RatedProblem, type SentTry } from '../../api/types';
import { deviceSecret } from '../../store/device-secret';
import type { RatingServer } from './rerating';

export class ProblemServer implements RatingServer {
  #rates = false;

  /**
   * Whether the server rates problems: then the index of the problems links to the ratings. A
   * request to find out would fail on a server of plain files, and browsers log that as an error.
   */
  get rates(): boolean {
    return this.#rates && navigator.onLine;
  }

  /** Fetches a file of the problems. */
  readonly fetchText = async (path: string): Promise<string> => {
    const response = await fetch(path);
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    if (response.headers.get('link')?.includes('/ratings>')) this.#rates = true;
    return await response.text();
  };

  async ratings(variant: string): Promise<Answer<RatedProblem[]>> {
    return mapped(await ask(getProblemsVariantRatings, { variant }, undefined, { cached: true }), ({ problems }) => problems);
  }

  send(variant: string, tries: SentTry[]): Promise<Answer<unknown>> {
    return ask(postProblemsVariantResults, { variant }, { tries }, { secret: deviceSecret() });
  }
}
