/** What a seat at a live game is for. */
import type { SeatAt } from '../../api/types';

export type Role = SeatAt['role'];
