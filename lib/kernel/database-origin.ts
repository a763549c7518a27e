// Other services fail with the same codes and words as the database: ECONNREFUSED of another server, ECONNRESET of a
// client that hangs up. So errors are marked where they come from.

// Registered, because Next bundles its own copy of this file.
const ORIGIN = Symbol.for("service.databaseError");

/** Marks an error as one of the database's connections. */
export function markDatabaseError(error: unknown): void {
  if (typeof error === "object" && error !== null && Object.isExtensible(error))
    Object.defineProperty(error, ORIGIN, { value: true, configurable: true });
}

type Method = (...input: unknown[]) => unknown;

/** Marks every error of a method of pg, which takes a callback or returns a promise. */
export function markErrorsOf<Name extends string>(owner: Record<Name, unknown>, name: Name): void {
  // Looked up at each call: others may replace the inherited method, to trace or to count.
  const own = Object.hasOwn(owner, name) ? owner[name] : null;
  const findMethod = () => (own ?? (Object.getPrototypeOf(owner) as typeof owner)[name]) as Method;
  const method: Method = (...input) => Reflect.apply(findMethod(), owner, input);
  const marking: Method = (...input) => {
    const callback = input.at(-1);
    if (typeof callback === "function") {
      const rest = input.slice(0, -1);
      return method(...rest, (error: unknown, ...results: unknown[]) => {
        markDatabaseError(error);
        (callback as Method)(error, ...results);
      });
    }
    const pending = method(...input);
    // Before the caller's own handlers, which are added later.
    if (pending instanceof Promise) pending.then(undefined, markDatabaseError);
    return pending;
  };
  owner[name] = marking;
}

/** Prisma's client and its driver adapter throw these, and only for the database. */
const PRISMA_NAMES = /^(PrismaClient\w*|DriverAdapterError)$/;

/** Whether an error was thrown by pg, its pool, or Prisma. */
export function isFromDatabase(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  return ORIGIN in error || ("name" in error && PRISMA_NAMES.test(String(error.name)));
}
