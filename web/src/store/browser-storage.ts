/**
 * Small values in the local storage. If the browser refuses storage (disabled or full), they last
 * until the page is closed.
 */
const inMemory = new Map<string, string>();

/** The text under a key; null if there is none. */
export function loadText(key: string): string | null {
  try {
    return inMemory.get(key) ?? localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text; null removes it. */
export function saveText(key: string, text: string | null): void {
  inMemory.delete(key);
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    if (text !== null) inMemory.set(key, text);
  }
}

/** Whether the text under a key survives a reload. */
export function isPersistent(key: string): boolean {
  return !inMemory.has(key);
}

/** The JSON value under a key; null if it is missing or unreadable. */
function loadValue(key: string): unknown {
  try {
    return JSON.parse(loadText(key) ?? 'null');
  } catch {
    return null;
  }
}

/** The fields of the JSON object under a key; empty if there is none. */
export function loadFields(key: string): Record<string, unknown> {
  const found = loadValue(key);
  return typeof found === 'object' && found !== null && !Array.isArray(found) ? (found as Record<string, unknown>) : {};
}

/** The items of the JSON list under a key; empty if there is none. */
export function loadList(key: string): unknown[] {
  const found = loadValue(key);
  return Array.isArray(found) ? found : [];
}

export function saveValue(key: string, value: unknown): void {
  saveText(key, JSON.stringify(value));
}
