/** The header's groups of links, made of what the features' pages say of themselves. Pure. */
import type { Key } from '../messages/messages.svelte';
import { SECTIONS, type Entry, type PageDefinition, type Route, type Section } from '../router/routes';
import type { IconName } from '../ui/icons';

interface Link extends Entry {
  route: Route;
}

export interface Group {
  section: Section;
  label: Key;
  icon: IconName;
  links: readonly Link[];
}

const LOOKS: Record<Section, { label: Key; icon: IconName }> = {
  play: { label: 'nav.play', icon: 'play' },
  learn: { label: 'nav.learn', icon: 'learn' },
  train: { label: 'nav.train', icon: 'pin' },
  study: { label: 'nav.study', icon: 'scale' },
  community: { label: 'nav.community', icon: 'people' },
  more: { label: 'nav.more', icon: 'menu' },
};

/** The groups in the order of the header, each with its links in the order of the pages. The first link is where the group itself leads. */
export function groupsOf(pages: readonly PageDefinition[]): Group[] {
  return SECTIONS.map((section) => ({
    section,
    ...LOOKS[section],
    links: pages.flatMap((it) => (it.section === section && it.entry ? [{ ...it.entry, route: { page: it.page } as Route }] : [])),
  }));
}

/** The pages of a phone's bar, which has room for five buttons; the fifth opens the menu. */
export const PHONE_LINKS: readonly (Link & { section: Section })[] = [
  { section: 'play', label: 'nav.play', icon: 'play', route: { page: 'home' } },
  { section: 'train', label: 'nav.problems', icon: 'pin', route: { page: 'problems', what: null } },
  { section: 'learn', label: 'nav.learn', icon: 'learn', route: { page: 'learn' } },
  { section: 'study', label: 'nav.analysis', icon: 'scale', route: { page: 'analysis', variant: null, fen: null, game: null, ply: null } },
];
