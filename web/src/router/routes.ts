/**
 * Maps addresses after `#` to pages of features, and back. A feature describes its pages in its
 * `routes.ts`; this file knows none of them. Works from any folder, from a plain file server, and
 * offline.
 */
import type { Component } from 'svelte';
import type { Key } from '../messages/messages.svelte';
import type { IconName } from '../ui/icons';
import { REFUSED, type Value } from './values';

/**
 * The pages, each with the values in its address. Every feature extends this interface in its
 * `routes.ts`.
 */
export interface Pages {
  /** An unknown address. */
  lost: object;
}

export type PageName = keyof Pages;
export type Route = { [P in PageName]: { page: P } & Pages[P] }[PageName];

/** The groups of the header, in their order. */
export const SECTIONS = ['play', 'learn', 'train', 'study', 'community', 'more'] as const;
export type Section = (typeof SECTIONS)[number];

/** A link of the header to a page whose values may all be absent. */
export interface Entry {
  label: Key;
  icon: IconName;
}

/**
 * The component of a page: its properties are the values. Svelte's type of no properties is not
 * that of an empty object.
 */
type ComponentOf<P extends PageName> = Component<keyof Pages[P] extends never ? Record<string, never> : Pages[P]>;

/**
 * What differs in the frame: a `bar` of the page's own at the bottom of a phone; a `lesson` needs
 * the place of the header too on a small one; `bare` hides it.
 */
type Frame = 'bar' | 'lesson' | 'bare';

export interface PageOf<P extends PageName> {
  page: P;
  /**
   * Segments with `/` between them: literal ones, values `:name`, and values `:name?` that may be
   * absent at the end.
   */
  path: string;
  /** The values that stand after `?`; or the one value that is everything after it. */
  query?: readonly (keyof Pages[P] & string)[] | (keyof Pages[P] & string);
  values?: { [V in keyof Pages[P]]-?: Value<NonNullable<Pages[P][V]> | null> };
  /** Loads the component on demand. Pages of the initial bundle have `component` instead. */
  load?: () => Promise<{ default: ComponentOf<P> }>;
  component?: ComponentOf<P>;
  section: Section | null;
  entry?: Entry;
  /** The title of the window; a page whose title depends on its content sets it by itself. */
  title?: Key | (() => Promise<() => string>);
  /**
   * Which values make another page of it when they change, or whether every visit does. Otherwise
   * the component follows the values.
   */
  renew?: readonly (keyof Pages[P] & string)[] | 'visit';
  frame?: Frame;
}

/** A page without the types of its values. */
export interface PageDefinition {
  page: PageName;
  path: string;
  query?: readonly string[] | string;
  values?: Record<string, Value<unknown>>;
  load?: () => Promise<{ default: Component<Record<string, unknown>> }>;
  component?: Component<Record<string, unknown>>;
  section: Section | null;
  entry?: Entry;
  title?: Key | (() => Promise<() => string>);
  renew?: readonly string[] | 'visit';
  frame?: Frame;
}

/**
 * Describes a page; the values of its address and the properties of its component have to agree.
 */
export function page<P extends PageName>(definition: PageOf<P>): PageDefinition {
  return definition as unknown as PageDefinition;
}

/** The title of a page from the words of its feature, which are fetched with it. */
export function titled<K extends string>(words: () => Promise<{ say: (key: K) => string }>, key: NoInfer<K>): () => Promise<() => string> {
  return async () => {
    const { say } = await words();
    return () => say(key);
  };
}

interface Segment {
  name: string;
  value: boolean;
  optional: boolean;
}

function segments(path: string): Segment[] {
  return path.split('/').map((part) => ({ name: part.replace(/^:|\?$/g, ''), value: part.startsWith(':'), optional: part.endsWith('?') }));
}

/** The values of an address for this page; null if it is the address of another one. */
function valuesOf(definition: PageDefinition, path: readonly string[], search: string): Record<string, unknown> | null {
  const found: Record<string, unknown> = {};
  const take = (name: string, text: string | null): boolean => {
    const value = definition.values?.[name]?.read(text === '' ? null : text);
    found[name] = value;
    return value !== REFUSED;
  };
  const pattern = segments(definition.path);
  if (path.slice(pattern.length).some((text) => text !== '')) return null;
  for (const [i, { name, value, optional }] of pattern.entries()) {
    const text = path[i] ?? '';
    if (!value ? text !== name : (text === '' && !optional) || !take(name, text)) return null;
  }
  if (typeof definition.query === 'string') return take(definition.query, search) ? found : null;
  const given = new URLSearchParams(search);
  return (definition.query ?? []).every((name) => take(name, given.get(name))) ? found : null;
}

/** A page with the values of an address; `definition` is null where no feature knows it. */
export interface Found {
  route: Route;
  definition: PageDefinition | null;
}

/** The page at an address, of these: the first that fits. */
export function read(pages: readonly PageDefinition[], hash: string): Found {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?');
  const parts = path.split('/');
  for (const definition of pages) {
    const values = valuesOf(definition, parts, search);
    if (values !== null) return { route: { page: definition.page, ...values } as Route, definition };
  }
  return { route: { page: 'lost' }, definition: null };
}

/** The address of a page: that of the first definition whose values are all there. */
export function print(pages: readonly PageDefinition[], route: Route): string {
  const given = route as unknown as Record<string, unknown>;
  for (const definition of pages) {
    if (definition.page !== route.page) continue;
    const write = (name: string): string | null => {
      const value = given[name];
      return value === null || value === undefined ? null : (definition.values?.[name]?.write(value) ?? null);
    };
    const path: string[] = [];
    let complete = true;
    for (const { name, value, optional } of segments(definition.path)) {
      const text = value ? write(name) : name;
      if (text === null) {
        complete = optional;
        break;
      }
      path.push(text);
    }
    if (complete) return `#/${path.join('/')}${queryOf(definition.query, write)}`;
  }
  return '#/';
}

function queryOf(query: PageDefinition['query'], write: (name: string) => string | null): string {
  const text = typeof query === 'string' ? write(query) : new URLSearchParams((query ?? []).flatMap((name) => (write(name) === null ? [] : [[name, write(name)!]]))).toString();
  return text ? `?${text}` : '';
}
