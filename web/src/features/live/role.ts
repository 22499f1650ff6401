/** The role of a seat at a live game. */
import type { SeatAt } from '../../api/types';

export type Role = SeatAt['role'];
