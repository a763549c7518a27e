import { beforeAll, describe, expect, it } from "vitest";
import { PREPARATIONS } from "../../support/access/authorization";
import type { Sent } from "../../support/access/preparation";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import { basicHeaders, send } from "../../support/http/client";
import {
  ALL_SCOPES,
  bearerHeaders,
  obtainAccessToken,
  createApplication,
  type TestApplication,
} from "../../support/applications/oauth";
import { operations } from "../../support/http/routes";

/**
 * The scope that each resource of an organization requires (specification, "OAuth 2.0 client credentials"; decision
 * 0004). A resource that is not listed here fails.
 */
const RESOURCE_SCOPES: Record<string, string> = {
  analytics: "issued_badges",
  audit_chain: "memberships",
  audit_entries: "memberships",
  api_requests: "memberships",
  authorization_tokens: "authorization_tokens",
  badge_art_preview: "badge_templates",
  badge_templates: "badge_templates",
  badges: "issued_badges",
  badge_bulk_actions: "issued_badges",
  badge_imports: "issued_badges",
  high_volume_issued_badge_search: "issued_badges",
  certificate_design: "memberships",
  certificate_design_preview: "memberships",
  template_certificate_designs: "memberships",
  domain: "memberships",
  signing_keys: "memberships",
  endorsements: "badge_templates",
  employees: "workforce",
  employee_external_badges: "workforce",
  events: "events",
  grantors: "memberships",
  identity_provider: "memberships",
  invitations: "invitations",
  issuable_badge_templates: "badge_templates",
  issuers: "memberships",
  learning_apps: "memberships",
  mail_design: "memberships",
  mail_design_preview: "memberships",
  mail_design_test: "memberships",
  members: "memberships",
  oauth_applications: "oauth_applications",
  recommendations: "recommendations",
  security_settings: "memberships",
  service_moves: "memberships",
  test_clock: "memberships",
  test_mails: "issued_badges",
  test_organization: "memberships",
};

/** Issuers of badges see courses and work with their rules. Creating and changing courses requires administration. */
const courseScope = (method: string, pattern: string): string =>
  method !== "GET" && /learning_integrations(\/\[\w+\])?$/.test(pattern) ? "memberships" : "issued_badges";

/** Any credential of the organization reads the organization itself. Changing it requires the scope `memberships`. */
const requiredScope = (method: string, pattern: string): string | null => {
  // A grantor's response includes its templates, so their scope is required.
  if (pattern.includes("/grantors/")) return "badge_templates";
  // Certificates have signatures, so that issuers cannot change them.
  if (pattern.includes("/certificate_design")) return "memberships";
  const [, , , resource] = pattern.split("/");
  if (resource === undefined) return method === "GET" ? null : "memberships";
  // Reading deliveries requires the events scope. Seeing the secret or changing anything requires administration.
  if (resource.startsWith("webhook_")) {
    return method === "GET" && resource !== "webhook_secret" ? "events" : "memberships";
  }
  if (resource === "learning_integrations") return courseScope(method, pattern);
  const scope = RESOURCE_SCOPES[resource];
  if (scope === undefined) throw new Error(`No scope for ${resource}`);
  return scope;
};

const METHOD_FLAGS: Record<string, string> = {
  GET: "read_enabled",
  POST: "write_enabled",
  PUT: "write_enabled",
  PATCH: "write_enabled",
  DELETE: "delete_enabled",
};

/**
 * Operations that assign a role. A caller cannot assign a role above their own, and every role reads badges and
 * templates.
 */
const assignsRole = (method: string, pattern: string): boolean =>
  /^(POST|PUT)$/.test(method) && /\/(invitations(\/.*\/resend)?|members\/\[member_id\])$/.test(pattern);

/** Operations on a learning app, which has more permissions than the scope `memberships` alone grants. */
const changesLearningApp = (method: string, pattern: string): boolean =>
  /^(POST|PUT)$/.test(method) && /\/learning_apps(\/\[\w+\](\/rotate_secret)?)?$/.test(pattern);

/**
 * What requires all rights: the keys of an identity provider open every account of its domain, and a move issues badges and
 * changes templates and employees.
 */
const requiresAllRights = (method: string, pattern: string): boolean =>
  (/^(PUT|DELETE)$/.test(method) && pattern.endsWith("/identity_provider")) ||
  (method === "POST" && /\/service_moves(\/\[\w+\]\/start)?$/.test(pattern));

/** The request log contains parts of everything, so it requires every scope. */
const readsRequestLog = (pattern: string): boolean => pattern.includes("/api_requests");

/** Operations for which one scope is not enough. */
const requiresMore = (method: string, pattern: string): boolean =>
  assignsRole(method, pattern) ||
  changesLearningApp(method, pattern) ||
  requiresAllRights(method, pattern) ||
  readsRequestLog(pattern);

/**
 * The flags that an operation requires: one, except for secrets of webhooks and tokens, which require read and write,
 * and for rotating the secret of an application with all permissions or changing a learning app. A query is a POST
 * that reads.
 */
function requiredFlags(method: string, pattern: string): string[] {
  if (
    /\/(launch_checks|rule_preview|badge_art_preview|certificate_design_preview|mail_design_preview)$/.test(
      pattern,
    )
  )
    return ["read_enabled"];
  if (/\/(webhook_secret(\/rotate)?|reveal)$/.test(pattern)) return ["read_enabled", "write_enabled"];
  if (assignsRole(method, pattern)) return ["read_enabled", "write_enabled"];
  const isFull = changesLearningApp(method, pattern) || requiresAllRights(method, pattern);
  if (pattern.endsWith("/rotate_secret") || isFull) {
    return ["read_enabled", "write_enabled", "delete_enabled"];
  }
  return [METHOD_FLAGS[method] ?? ""];
}

const flagSets = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => ({
  read_enabled: (bits & 1) > 0,
  write_enabled: (bits & 2) > 0,
  delete_enabled: (bits & 4) > 0,
}));

type Flags = (typeof flagSets)[number];

let organization: TestOrganization;
let application: TestApplication;
const tokens = new Map<string, string>();

beforeAll(async () => {
  organization = await createTestOrganization();
  application = await createApplication(organization);
  for (const scope of ALL_SCOPES) tokens.set(scope, await obtainAccessToken(application, scope));
});

const flagTokens = new Map<Flags, Promise<string>>();

/** A token with these flags: one for all requests, but a new one for a request that ends it. */
function findOrCreateToken(flags: Flags, endsIt: boolean): Promise<string> {
  const known = flagTokens.get(flags);
  if (known && !endsIt) return known;
  const created = organization.client
    .post("/authorization_tokens", flags)
    .then(({ data }) => data.token as string);
  if (!endsIt) flagTokens.set(flags, created);
  return created;
}

// Operations that no organization's caller uses are not in the table.
const guarded = operations.filter(({ spec }) => spec.access !== null && spec.caller !== "earner");

type Headers = Record<string, string>;

const prepared = new Map<string, Promise<Sent>>();

/**
 * What is sent to an operation: new data for each request that changes it, shared data for all that are refused or only
 * read.
 */
function prepareRequest(id: string, changesIt: boolean): Promise<Sent> {
  const known = prepared.get(id);
  if (known && !changesIt) return known;
  const created = PREPARATIONS[id]?.(organization) ?? Promise.resolve({});
  if (!changesIt) prepared.set(id, created);
  return created;
}

/** The status and the error code of an operation that gets everything it needs to succeed. */
async function sendPrepared(
  { id, method, pattern, spec }: (typeof guarded)[number],
  headers: Headers,
  succeeds: boolean,
) {
  const { ids = {}, body } = await prepareRequest(id, succeeds && spec.access !== "read");
  const all: Record<string, string> = { ...ids, organization_id: organization.id };
  const path = pattern.replace(/\[(\w+)\]/g, (_match, name: string) => all[name] ?? `missing-${name}`);
  const { status, data } = await send(method, `/v1${path}`, { headers, ...(body ? { body } : {}) });
  return { status, code: status === 403 ? (data.code as string) : null };
}

/**
 * Time can be moved in a test organization only, and that of these tests is a real one. A test mail is sent to a person,
 * not to a program.
 */
const REFUSED = ["test_clock", "mail_design_test"].map(
  (name) => `POST /organizations/[organization_id]/${name}`,
);
const successStatus = ({ id, spec }: (typeof guarded)[number]): number =>
  REFUSED.includes(id) ? 422 : spec.status;

/** Authorized: succeeded, or refused by a rule of the operation itself (an application has no token to rotate). */
const isAuthorized = (status: number): boolean => status < 300 || status === 422;

describe.each(guarded.map((one) => [one.id, one] as const))("%s", (_id, operation) => {
  const { method, pattern } = operation;

  it.each(ALL_SCOPES)("Bearer with only the scope %s: matches the table", async (scope) => {
    const expectedScope = requiredScope(method, pattern);
    const isAllowed = expectedScope === null || expectedScope === scope;
    const requiresMoreFlags = requiresMore(method, pattern);
    const headers = bearerHeaders(tokens.get(scope) ?? "");
    const { status, code } = await sendPrepared(operation, headers, isAllowed && !requiresMoreFlags);
    const admitted = requiresMoreFlags ? "forbidden" : "admitted";
    expect(isAuthorized(status) ? "admitted" : (code ?? status)).toBe(
      isAllowed ? admitted : "insufficient_scope",
    );
  });

  it.each(flagSets)("a token with %o: matches its flags", async (flags) => {
    const given = Object.entries(flags).flatMap(([name, isSet]) => (isSet ? [name] : []));
    const isAllowed = requiredFlags(method, pattern).every((name) => given.includes(name));
    const headers = basicHeaders(
      await findOrCreateToken(flags, isAllowed && operation.spec.verb === "rotateToken"),
    );
    const { status, code } = await sendPrepared(operation, headers, isAllowed);
    expect([status, code]).toEqual(isAllowed ? [successStatus(operation), null] : [403, "forbidden"]);
  });
});
