// A JSON file, because next.config.mjs needs it too.
import { learning, unversioned, versioned } from "./api-paths.json";

const oneOf = (names: string[]): string => `(${names.join("|")})(?=/|$)`;

// Next compares the paths of rewrites without regard to case.
const VERSIONED = new RegExp(`^/v1/${oneOf(versioned)}`, "i");
const LEARNING = new RegExp(`^/${oneOf(learning)}`, "i");
const API = new RegExp(`^/${oneOf([...versioned, ...unversioned, "v1", "v1\\.1", "auth/lti"])}`);

/**
 * Returns the path of the folder that responds to this path: without `/v1`, which is optional before the organization
 * API, and with `/v1.1` before those of the learning edition that the specification also shows without it.
 * next.config.mjs rewrites the same paths.
 */
export const rewritePath = (path: string): string =>
  path
    .replace(VERSIONED, (_prefix, name: string) => `/${name.toLowerCase()}`)
    .replace(LEARNING, (_prefix, name: string) => `/v1.1/${name.toLowerCase()}`);

/** Whether a path belongs to one of the APIs. All others are pages and files. */
export const isApiPath = (path: string): boolean => API.test(rewritePath(path));
