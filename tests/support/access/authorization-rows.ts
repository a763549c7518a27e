import { CALLERS, type CallerName } from "./callers";

export type Row = Record<CallerName, number>;

// The rights of the callers, as the matrix tests them: 401 without a credential, 404 for those of another organization,
// 403 without the flag, scope or role, and otherwise the operation's success status.
const outsideCallers = {
  other: 404,
  anonymous: 401,
  bad: 401,
  outsider: 404,
  "foreign application": 404,
  earner: 404,
};
export const reading: Row = {
  ...outsideCallers,
  owner: 200,
  reader: 200,
  writer: 403,
  deleter: 403,
  viewer: 200,
  issuer: 200,
  administrator: 200,
  application: 200,
};
export const writing = (status: number): Row => ({
  ...outsideCallers,
  owner: status,
  reader: 403,
  writer: status,
  deleter: 403,
  viewer: 403,
  issuer: status,
  administrator: status,
  application: status,
});
export const deleting: Row = {
  ...outsideCallers,
  owner: 204,
  reader: 403,
  writer: 403,
  deleter: 204,
  viewer: 403,
  issuer: 403,
  administrator: 204,
  application: 204,
};
export const administratorsOnly = { viewer: 403, issuer: 403 };
// The caller is the client in the body: sessions and Bearer tokens are ignored, and a token in HTTP Basic means that
// the client authenticates a second time.
export const byRequestClient: Row = {
  owner: 400,
  other: 400,
  bad: 400,
  reader: 400,
  writer: 400,
  deleter: 400,
  anonymous: 200,
  outsider: 200,
  viewer: 200,
  issuer: 200,
  administrator: 200,
  application: 200,
  "foreign application": 200,
  earner: 200,
};

// Operations that need no credential and ignore any that is sent, valid or not.
export const forAllCallers = (status: number): Row =>
  Object.fromEntries(Object.keys(reading).map((caller) => [caller, status])) as Row;
/** Public, to programs and to people. */
export const publicRead = Object.fromEntries(CALLERS.map((caller) => [caller, 200])) as Row;

// A person's own resources: only sessions are accepted, and other people get no access.
export const forSessions = (earner: number, others: number): Row => ({
  owner: 401,
  other: 401,
  anonymous: 401,
  bad: 401,
  reader: 401,
  writer: 401,
  deleter: 401,
  outsider: others,
  viewer: others,
  issuer: others,
  administrator: others,
  application: 401,
  "foreign application": 401,
  earner,
});
/** Each person has such a resource of their own. */
export const forEachPerson = (status: number): Row => forSessions(status, status);
export const forOwnResource = (status: number): Row => forSessions(status, 404);
