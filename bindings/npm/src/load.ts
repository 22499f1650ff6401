/** Loads the wasm modules of the package, once each: from disk in Node, by `fetch` elsewhere. */

/** The part of the generated bindings of a module that loads it. */
interface Loadable {
  default(from: { module_or_path: URL }): Promise<unknown>;
  initSync(from: { module: BufferSource }): unknown;
}

/** A module of Node, without an `import` that a bundler for browsers would follow. */
export function builtin<M>(name: string): M | undefined {
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } };
  return process?.getBuiltinModule?.(name) as M | undefined;
}

/**
 * Loads a module. `address` is that of its wasm, which the caller must write as
 * `new URL('…', import.meta.url)`: bundlers look for this text.
 */
export async function load(module: Loadable, address: URL): Promise<void> {
  // The `fetch` of Node reads no files.
  const fs = address.protocol === 'file:' ? builtin<typeof import('node:fs')>('node:fs') : undefined;
  if (fs) module.initSync({ module: fs.readFileSync(address) as Uint8Array<ArrayBuffer> });
  else await module.default({ module_or_path: address });
}
