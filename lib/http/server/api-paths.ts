// A JSON file, because next.config.mjs needs it too.
import { learning, unversioned, versioned, wellKnown } from "./api-paths.json";

const oneOf = (names: string[]): string => `(${names.join("|")})(?=/|$)`;

// Next compares the paths of rewrites without regard to case.
const VERSIONED = new RegExp(`^/v1/${oneOf(versioned)}`, "i");
const LEARNING = new RegExp(`^/${oneOf(learning)}`, "i");
const WELL_KNOWN = new RegExp(`^/\\.well-known/${oneOf(wellKnown)}`);
const API = new RegExp(`^/${oneOf([...versioned, ...unversioned, "v1", "v1\\.1", "auth/lti"])}`);

/** The folder of a well-known path (RFC 8615). Folders are spelled with underscores, and none begins with a dot. */
const wellKnownFolder = (name: string): string => `/well_known/${name.replaceAll("-", "_")}`;

/** Returns the path at which clients find a route: the well-known one, or that of its folder. */
export const publishedPath = (pattern: string): string => {
  const name = wellKnown.find((one) => wellKnownFolder(one) === pattern);
  return name === undefined ? pattern : `/.well-known/${name}`;
};

/** Returns a path of the organization API without `/v1`, which some folders spell out. */
export const withoutVersion = (path: string): string => path.replace(/^\/v1(?=\/)/, "");

/**
 * Returns the path of the folder that responds to this path: without `/v1`, which is optional before the organization
 * API, with `/v1.1` before those of the learning edition that the specification also shows without it, and that of a
 * well-known path. next.config.mjs rewrites the same paths.
 */
export const rewritePath = (path: string): string =>
  path
    .replace(WELL_KNOWN, (_path, name: string) => wellKnownFolder(name))
    .replace(VERSIONED, (_prefix, name: string) => `/${name.toLowerCase()}`)
    .replace(LEARNING, (_prefix, name: string) => `/v1.1/${name.toLowerCase()}`);

/** Whether a path belongs to one of the APIs. All others are pages and files. */
export const isApiPath = (path: string): boolean => API.test(rewritePath(path));
