/** All features of the page, a line each, in the order of their links in the header. */
import accounts from '../features/accounts/routes';
import analysis from '../features/analysis/routes';
import broadcasts from '../features/broadcasts/routes';
import challenges from '../features/challenges/routes';
import classes from '../features/classes/routes';
import { rejoinClass } from '../features/classes/rejoin';
import clock from '../features/clock/routes';
import clubs from '../features/clubs/routes';
import coordinates from '../features/coordinates/routes';
import devices from '../features/devices/routes';
import editor from '../features/editor/routes';
import help from '../features/help/routes';
import history from '../features/history/routes';
import lessons from '../features/lessons/routes';
import library from '../features/library/routes';
import live from '../features/live/routes';
import moderation from '../features/moderation/routes';
import play from '../features/play/routes';
import print from '../features/print/routes';
import problems from '../features/problems/routes';
import { startProgress } from '../features/progress/start';
import projector from '../features/projector/routes';
import bell from '../features/push/header';
import ratings from '../features/ratings/routes';
import reports from '../features/reports/routes';
import rules from '../features/rules/routes';
import shots from '../features/shots/routes';
import simuls from '../features/simuls/routes';
import teams from '../features/teams/routes';

export const PAGES = [
  ...play,
  ...challenges,
  ...teams,
  ...live,
  ...lessons,
  ...rules,
  ...history,
  ...classes,
  ...problems,
  ...shots,
  ...coordinates,
  ...analysis,
  ...library,
  ...editor,
  ...reports,
  ...clubs,
  ...simuls,
  ...broadcasts,
  ...ratings,
  ...accounts,
  ...moderation,
  ...clock,
  ...print,
  ...projector,
  ...devices,
  ...help,
];

/** What features begin when the page opens. */
export const STARTS: readonly (() => void)[] = [rejoinClass, startProgress];

export const HEADER_TOOLS = [bell];
