/**
 * Generates the files of `src/api/types` from `docs/openapi.json`: the TypeScript type of every schema, the shape that checks a fetched
 * value of that type (`src/api/shape.ts`), and every operation of the API. Run by `npm run api`; a unit test fails while the
 * generated file is stale.
 */

interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  pattern?: string;
  minimum?: number;
  enum?: string[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}

interface Parameter {
  name: string;
  in: 'path' | 'query';
  schema: Schema;
}

type Content = Record<string, { schema?: Schema }>;

interface Operation {
  operationId: string;
  tags?: string[];
  summary?: string;
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}

export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** Schemas whose TypeScript type the rules' WebAssembly module declares too (`src/rules/types`), with its name there. */
const OF_THE_RULES: Record<string, string> = {
  Act: 'GameAct',
  Bonus: 'Bonus',
  ClockSettings: 'ClockSettings',
  Conduct: 'Conduct',
  Ending: 'Ending',
  FewPieces: 'FewPieces',
  GameRecord: 'GameRecord',
  GameSettings: 'GameSettings',
  Period: 'Period',
  Player: 'Player',
  Request: 'Request',
  Seating: 'Seating',
  Side: 'Side',
};

const header = (what: string): string => `/**
 * ${what} Generated from docs/openapi.json by \`npm run api\`; never edit this file.
 *
 * Each schema is a type, and a value of the same name that \`read\` in \`../shape.ts\` checks fetched values with. Each operation is a
 * value that \`ask\` in \`../ask.ts\` sends.
 */
`;

/** The module of the schemas that several features use. */
const SHARED = 'shared';
/** The module of the socket's frames, and of the operations that send or stream them: only the board of a live game loads it. */
const FRAMES = 'frames';
const OF_FRAMES = new Set(['FromClient', 'ToClient', 'ActRequest', 'ActDone', 'Saying']);

/**
 * Writes the generated files, by their names: one for each tag of the API, so that a page loads the operations of its features only, one
 * for the schemas that several of them use, and an index.
 */
export function generate({ paths, components: { schemas } }: OpenApi): Map<string, string> {
  const writer = new Writer(schemas, sentSchemas(paths, schemas));
  const owners = ownersOf(paths, schemas);
  const tags = [SHARED, ...new Set(Object.values(paths).flatMap((methods) => Object.values(methods).map(tagOfOperation)))].sort();
  const types = writer.sorted().map((name) => ({ tag: owners.get(name) ?? SHARED, name, text: writer.schema(name) }));
  const files = new Map<string, string>();
  for (const tag of tags) {
    const operations = Object.entries(paths)
      .sort()
      .flatMap(([path, methods]) => Object.entries(methods).flatMap(([method, operation]) => (tagOfOperation(operation) === tag ? [writer.operation(method, path, operation)] : [])));
    const own = types.filter((it) => it.tag === tag);
    const text = [...own.map((it) => it.text), ...operations].join('\n');
    if (text === '') continue;
    const imported = (names: string[]): string => names.filter((name) => new RegExp(`(?<![\\w'.])${name}(?![\\w'.?*])`).test(text.replace(/\/\*\*.*?\*\//gs, ''))).join(', ');
    const shared = tag === SHARED ? '' : imported(types.filter((it) => it.tag === SHARED).map((it) => it.name));
    const lines = [
      text.includes('rules.') ? `import type * as rules from '../../rules/types';\n` : '',
      `import type { ${operations.length === 0 ? 'Shape' : text.includes(': Shape') ? 'Operation, Shape' : 'Operation'} } from '../shape';\n`,
      shared === '' ? '' : `import { ${shared} } from './${SHARED}';\n`,
    ];
    files.set(tag, `${header(tag === SHARED ? 'The schemas that several features of the API use.' : `The API of ${tag}.`)}${lines.join('')}\n${text}`);
  }
  files.set('index', `${header('The API of the server.')}${[...files.keys()].map((tag) => `export * from './${tag}';\n`).join('')}`);
  return files;
}

function tagOfOperation(operation: Operation): string {
  return references(operation).some((name) => OF_FRAMES.has(name)) ? FRAMES : (operation.tags?.[0] ?? SHARED);
}

/** The only tag whose operations use a schema; schemas of several tags are not in the map. */
function ownersOf(paths: OpenApi['paths'], schemas: Record<string, Schema>): Map<string, string> {
  const users = new Map<string, Set<string>>();
  const use = (name: string, tag: string): void => {
    const tags = users.get(name) ?? new Set();
    if (tags.has(tag)) return;
    users.set(name, tags.add(tag));
    for (const other of references(schemas[name] ?? {})) use(other, tag);
  };
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) for (const name of references(operation)) use(name, tagOfOperation(operation));
  for (const name of OF_FRAMES) use(name, FRAMES);
  // What a failure looks like belongs to no feature.
  use('Problem', SHARED);
  return new Map([...users].flatMap(([name, tags]) => (tags.size === 1 ? [[name, [...tags][0]!] as const] : [])));
}

/** The schemas that clients send. Their absent fields stay absent when they are read, so that a value that a client sends back is unchanged. */
function sentSchemas(paths: OpenApi['paths'], schemas: Record<string, Schema>): Set<string> {
  const sent = new Set<string>(['FromClient']);
  for (const methods of Object.values(paths)) {
    for (const { requestBody } of Object.values(methods)) {
      for (const { schema } of Object.values(requestBody?.content ?? {})) if (schema) for (const name of references(schema)) sent.add(name);
    }
  }
  for (const name of sent) for (const other of references(schemas[name] ?? {})) sent.add(other);
  return sent;
}

/** The names of the schemas that a schema refers to. */
function references(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => (key === '$ref' ? [nameOf(value as string)] : references(value)));
}

function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

class Writer {
  readonly #schemas: Record<string, Schema>;
  readonly #sent: Set<string>;
  /** The schemas that are written already: a reference to another one is recursive. */
  readonly #written = new Set<string>();

  constructor(schemas: Record<string, Schema>, sent: Set<string>) {
    this.#schemas = schemas;
    this.#sent = sent;
  }

  /** The names of the schemas, each after those that it refers to. */
  sorted(): string[] {
    const sorted = new Set<string>();
    const visiting = new Set<string>();
    const visit = (name: string): void => {
      if (sorted.has(name) || visiting.has(name)) return;
      visiting.add(name);
      for (const other of references(this.#schemas[name] ?? {})) visit(other);
      sorted.add(name);
    };
    for (const name of Object.keys(this.#schemas).sort()) visit(name);
    return [...sorted];
  }

  schema(name: string): string {
    const schema = this.#schemas[name]!;
    const isSent = this.#sent.has(name);
    const shape = this.#shape(schema, isSent);
    this.#written.add(name);
    const words = wordsOf(schema);
    const ofTheRules = OF_THE_RULES[name];
    const type = ofTheRules ? `rules.${ofTheRules}` : words ? `(typeof ${name})[number]` : this.#type(schema, isSent);
    const annotation = words ? `${shape} as const` : shape;
    return [comment(schema.description, ''), `export type ${name} = ${type};`, `export const ${name}${words ? '' : ': Shape'} = ${annotation};`, ''].filter((line, at) => line !== '' || at === 3).join('\n');
  }

  operation(method: string, path: string, { operationId, summary, parameters = [], requestBody, responses }: Operation): string {
    const name = operationId.replace(/[_-]+(.)/g, (_, letter: string) => letter.toUpperCase());
    const query = parameters.filter((it) => it.in === 'query');
    const given = parameters.map((it) => `${it.name}${it.in === 'path' ? '' : '?'}: ${this.#type(it.schema, true)}${it.in === 'path' || [it.schema.type].flat().includes('null') ? '' : ' | null'}`);
    const [sends, body] = this.#content(requestBody?.content, true);
    const success = Object.keys(responses).filter((status) => status.startsWith('2')).map((status) => responses[status]!.content).find((content) => content !== undefined);
    const [, answer, shape] = this.#content(success, false);
    const route = `${method.toUpperCase()} ${path}${query.length === 0 ? '' : `?${query.map((it) => it.name).join('&')}`}`;
    const parts = [`'${route}'`, ...(shape === '' ? (sends === '' ? [] : ['undefined']) : [shape]), ...(sends === '' || sends === 'application/json' ? [] : [`'${sends}'`])];
    if (parts[1] === 'undefined' && parts.length === 2) parts.pop();
    const types = [given.length === 0 ? '{}' : `{ ${given.join('; ')} }`, body || 'undefined', answer || 'null'].join(', ');
    return `${comment(summary, '')}\nexport const ${name}: Operation<${types}> = [${parts.join(', ')}];\n`;
  }

  /** The content type, the TypeScript type and the shape of a body; empty where there is none. */
  #content(content: Content | undefined, isSent: boolean): [kind: string, type: string, shape: string] {
    const [entry] = Object.entries(content ?? {});
    if (!entry) return ['', '', ''];
    const [kind, { schema = {} }] = entry;
    if (!kind.includes('json')) return [kind.replace(/;.*/, ''), isSent ? 'string | Blob' : 'string', `'text'`];
    return [kind, this.#type(schema, isSent), this.#shape(schema, isSent)];
  }

  #type(schema: Schema, isSent: boolean): string {
    const [value, isNullable] = withoutNull(schema);
    const type = this.#typeOf(value, isSent);
    return isNullable ? `${type} | null` : type;
  }

  #typeOf(schema: Schema, isSent: boolean): string {
    if (schema.$ref) return nameOf(schema.$ref);
    const words = wordsOf(schema);
    if (words) return words.map((word) => `'${word}'`).join(' | ');
    if (schema.oneOf) return schema.oneOf.map((it) => this.#typeOf(it, isSent)).join(' | ');
    if (schema.allOf) return schema.allOf.map((it) => this.#typeOf(it, isSent)).join(' & ');
    switch (schema.type) {
      case 'string':
        return 'string';
      case 'integer':
      case 'number':
        return 'number';
      case 'boolean':
        return 'boolean';
      case 'array': {
        const items = this.#type(schema.items ?? {}, isSent);
        return /[ |&]/.test(items) && !items.startsWith('{') ? `(${items})[]` : `${items}[]`;
      }
      case 'object': {
        if (Object.keys(schema.properties ?? {}).length === 0) return 'unknown';
        const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
          const isOptional = !isRequired(schema, name) && (isSent || !withoutNull(field)[1]);
          return `${comment(field.description, '  ')}${field.description ? '\n' : ''}  ${name}${isOptional ? '?' : ''}: ${this.#type(field, isSent)};`;
        });
        return `{\n${fields.join('\n')}\n}`;
      }
      default:
        return 'unknown';
    }
  }

  #shape(schema: Schema, isSent: boolean): string {
    const [value] = withoutNull(schema);
    if (value.$ref) {
      const name = nameOf(value.$ref);
      return this.#written.has(name) ? name : `() => ${name}`;
    }
    const words = wordsOf(value);
    if (words) return `[${words.map((word) => `'${word}'`).join(', ')}]`;
    if (value.oneOf) return this.#union(value.oneOf, isSent);
    if (value.allOf) return `{ ${this.#fields(value, isSent).join(', ')} }`;
    switch (value.type) {
      case 'integer':
        return (value.minimum ?? -1) >= 0 ? `'n'` : `'i'`;
      case 'string':
      case 'boolean':
        return `'${value.type[0]}'`;
      case 'array':
        return `{ '[]': ${this.#shape(value.items ?? {}, isSent)} }`;
      case 'object':
        return Object.keys(value.properties ?? {}).length === 0 ? `'any'` : `{ ${this.#fields(value, isSent).join(', ')} }`;
      default:
        return `'any'`;
    }
  }

  /** The fields of an object, those of its parts among them. */
  #fields(schema: Schema, isSent: boolean, without?: string): string[] {
    if (schema.$ref) return this.#fields(this.#schemas[nameOf(schema.$ref)] ?? {}, isSent, without);
    if (schema.allOf) return schema.allOf.flatMap((it) => this.#fields(it, isSent, without));
    return Object.entries(schema.properties ?? {})
      .filter(([name]) => name !== without)
      .map(([name, field]) => {
        const mark = isRequired(schema, name) ? (withoutNull(field)[1] ? '?' : '') : isSent || !withoutNull(field)[1] ? '*' : '?';
        return `${mark ? `'${name}${mark}'` : name}: ${this.#shape(field, isSent)}`;
      });
  }

  #union(variants: Schema[], isSent: boolean): string {
    const tag = tagOf(variants, (it) => this.#schemas[nameOf(it)]);
    if (tag === null) return `{ '||': [${variants.map((it) => this.#shape(it, isSent)).join(', ')}] }`;
    const cases = variants.map((it) => `'${tagged(it, tag)}': { ${this.#fields(it, isSent, tag).join(', ')} }`);
    return `{ '|': '${tag}', ${cases.join(', ')} }`;
  }
}

/** The field that tells the variants of a union apart; null where there is none. */
function tagOf(variants: Schema[], resolve: (reference: string) => Schema | undefined): string | null {
  const candidates = Object.keys({ ...variants[0]?.properties, ...variants[0]?.allOf?.at(-1)?.properties });
  return candidates.find((name) => variants.every((it) => !it.$ref || resolve(it.$ref) === undefined ? tagged(it, name) !== null : false)) ?? null;
}

/** The only word that a field of a variant may have; null where there is none. */
function tagged(variant: Schema, name: string): string | null {
  const parts = [variant, ...(variant.allOf ?? [])];
  const words = parts.map((it) => it.properties?.[name]?.enum).find((it) => it?.length === 1);
  return words?.[0] ?? null;
}

/** The words that a string may be: an enumeration, or a pattern that is one, as `^(white|black)$`. */
function wordsOf({ enum: words, pattern }: Schema): string[] | null {
  return words ?? /^\^\(([\w-]+(?:\|[\w-]+)+)\)\$$/.exec(pattern ?? '')?.[1]?.split('|') ?? null;
}

function isRequired({ required = [] }: Schema, name: string): boolean {
  return required.includes(name);
}

/** A schema without null, and whether it allows null. */
function withoutNull(schema: Schema): [value: Schema, isNullable: boolean] {
  if (Array.isArray(schema.type)) {
    const [type] = schema.type.filter((it) => it !== 'null');
    return [{ ...schema, ...(type === undefined ? {} : { type }) }, schema.type.includes('null')];
  }
  const others = schema.oneOf?.filter((it) => it.type !== 'null');
  if (others === undefined || others.length === schema.oneOf?.length) return [schema, false];
  return [others.length === 1 ? others[0]! : { ...schema, oneOf: others }, true];
}

function comment(text: string | undefined, indent: string): string {
  return text ? `${indent}/** ${text.replaceAll('*/', '*\\/').replace(/\s+/g, ' ').trim()} */` : '';
}
