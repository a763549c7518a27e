const slot = globalThis as typeof globalThis & { valuesOfProcess?: Map<string, unknown> };
// Every copy of this module finds the same map, because all of them share the global object.
const values = (slot.valuesOfProcess ??= new Map<string, unknown>());

/**
 * Returns the value that this process has under `name`, and creates it at the first call. For state of which a process
 * must have only one, such as connections, counts and buffers. A variable of a module is not enough: Next bundles its own
 * copies of our modules beside those of the server, and loads them anew when they change in development. No other file
 * may use the same name (tests/architecture.test.ts), so the value has the type of `create`.
 */
export function processWide<Value>(name: string, create: () => Value): Value {
  if (!values.has(name)) values.set(name, create());
  return values.get(name) as Value;
}
