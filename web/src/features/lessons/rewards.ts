/** What a part of the course gives once all its lessons are finished: a board or a set of pieces. */
import { gain, REWARDS, type Reward } from '../../settings/rewards.svelte';
import { CERTIFICATE_IDS, certificatesOf, type CertificateId } from './certificates';
import { COURSE } from './course';
import { progressOf } from './progress.svelte';

export const rewardOf = (id: CertificateId): Reward => REWARDS[CERTIFICATE_IDS.indexOf(id)]!;

/** Keeps the rewards of all finished parts; returns the new ones. */
export function gainRewards(): Reward[] {
  return certificatesOf(COURSE)
    .filter(({ lessons }) => lessons.every(({ id }) => progressOf(id).stars > 0))
    .map(({ id }) => rewardOf(id))
    .filter(gain);
}
