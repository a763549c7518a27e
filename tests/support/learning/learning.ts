import { stringify } from "qs";
import { z } from "zod";
import { LearningErrorBody, LearningMeta } from "@/lib/http/endpoints/learning-parameters";
import type { LearningTokenKind } from "@/lib/learning/requests/caller";
import { PagingMetadata } from "@/lib/learning/requests/paging";
import { createApp } from "@/lib/learning/apps/service";
import { createLearningToken } from "@/lib/learning/tokens/service";
import { createTestOrganization, nextSerial, type TestOrganization } from "../builders";
import { ORIGIN } from "../http/client";
import { sql } from "../platform/database";
import { dispatch } from "../http/routes";

type Parameters = Record<string, unknown>;
type Headers = Record<string, string>;

export type LearningAnswer = {
  status: number;
  headers: globalThis.Headers;
  /** `data` of the envelope. Loosely typed, because tests assert what they read. */
  data: any; // oxlint-disable-line typescript/no-explicit-any
  paging: PagingMetadata | undefined;
  meta: z.infer<typeof LearningErrorBody>["meta"];
  text: string;
};

const Success = z.strictObject({ data: z.unknown(), paging: PagingMetadata, meta: LearningMeta });

/** How parameters are sent: in the query, or in the body in one of these formats. */
export type Carrier = "query" | "form" | "multipart" | "json";

const brackets = (parameters: Parameters): string =>
  stringify(parameters, { arrayFormat: "brackets", skipNulls: true });

function multipart(parameters: Parameters): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(parameters)) {
    if (value instanceof Blob) form.append(name, value, "table.csv");
    else for (const [key, text] of new URLSearchParams(brackets({ [name]: value }))) form.append(key, text);
  }
  return form;
}

const FORM = { "content-type": "application/x-www-form-urlencoded" };
const JSON_TYPE = { "content-type": "application/json" };

function buildRequest(method: string, path: string, carrier: Carrier, parameters: Parameters, more: Headers) {
  const url = ORIGIN + path;
  switch (carrier) {
    case "query":
      return new Request(`${url}?${brackets(parameters)}`, { method, headers: more });
    case "form":
      return new Request(url, { method, headers: { ...FORM, ...more }, body: brackets(parameters) });
    case "multipart":
      return new Request(url, { method, headers: more, body: multipart(parameters) });
    case "json":
      return new Request(url, {
        method,
        headers: { ...JSON_TYPE, ...more },
        body: JSON.stringify(parameters),
      });
  }
}

/** Sends a request to the real handlers, and checks the response against the envelope of the learning edition. */
export async function sendLearning(request: Request): Promise<LearningAnswer> {
  const response = await dispatch(request);
  const text = await response.text();
  const body: unknown = JSON.parse(text);
  const { data, paging, meta } = response.ok
    ? Success.parse(body)
    : { ...LearningErrorBody.parse(body), paging: undefined };
  if (meta.status_code !== response.status) throw new Error(`meta says ${meta.status_code}: ${text}`);
  return { status: response.status, headers: response.headers, data, paging, meta, text };
}

/** A client that sends these parameters with each request: in the query for GET and DELETE, as a form for POST. */
export const learningClient = (common: Parameters) => {
  const call =
    (method: string, carrier: Carrier) =>
    (path: string, parameters: Parameters = {}, headers: Headers = {}): Promise<LearningAnswer> =>
      sendLearning(buildRequest(method, path, carrier, { ...common, ...parameters }, headers));
  return {
    get: call("GET", "query"),
    post: call("POST", "form"),
    put: call("PUT", "form"),
    patch: call("PATCH", "form"),
    delete: call("DELETE", "query"),
    postQuery: call("POST", "query"),
    postJson: call("POST", "json"),
    postMultipart: call("POST", "multipart"),
  };
};

/** A client without a token. */
export const anonymousClient = learningClient({});

/** Returns the number of a person in the learning edition. */
export const findMemberNumber = async (userId: string): Promise<unknown> =>
  (await sql("SELECT learning_member_id FROM users WHERE id = $1", [userId]))[0]?.learning_member_id;

/**
 * Creates a learning app of an organization, owned by its administrator unless `changes` name another person. Also
 * returns a client with the owner's token.
 */
export async function createTestLearningApp(organization?: TestOrganization, changes: Parameters = {}) {
  const of = organization ?? (await createTestOrganization());
  const body = { name: `LMS ${nextSerial()}`, ...changes };
  const made = await createApp(of.caller, body);
  const { id, consumerKey, secret } = made;
  const ownerId = made.owner.id;
  const token = await createTestLearningToken({ id, organization: of, ownerId }, "owner", []);
  return {
    id,
    organization: of,
    ownerId,
    apiKey: consumerKey,
    secret,
    token,
    client: learningClient({ access_token: token }),
  };
}

export type TestApp = Awaited<ReturnType<typeof createTestLearningApp>>;

/** Creates a token of an app directly in the database, for its owner unless a person is given. */
export async function createTestLearningToken(
  app: { id: string; organization: { id: string }; ownerId: string },
  kind: LearningTokenKind,
  integrationIds: number[],
  userId = app.ownerId,
): Promise<string> {
  const organizationId = app.organization.id;
  const [person] = await sql("SELECT session_version FROM users WHERE id = $1", [userId]);
  const sessionVersion = kind === "owner" ? (person?.session_version as number) : null;
  const grant = { organizationId, appId: app.id, kind, userId, integrationIds, sessionVersion };
  const granted = await createLearningToken(grant);
  if (!granted) throw new Error("No token was made.");
  return granted.token;
}

/** Creates an integration of an app through the API. The clients of its token and of its owner name it. */
export async function createConnectedIntegration(app?: TestApp, changes: Parameters = {}) {
  const of = app ?? (await createTestLearningApp());
  const course = { name: "Course", course_id: `course-${nextSerial()}`, ...changes };
  const { data, text } = await of.client.post("/v1.1/cle_integrations/create", course);
  const [made] = Object.values(
    (data ?? {}) as Record<string, { id: number; course_id: string; name: string }>,
  );
  if (!made) throw new Error(text);
  const token = await createTestLearningToken(of, "integration", [made.id]);
  const named = { integration_account_id: made.id };
  return {
    ...made,
    app: of,
    organization: of.organization,
    token,
    client: learningClient({ access_token: token, ...named }),
    owner: learningClient({ access_token: of.token, ...named }),
    call: learningClient({ access_token: token, ...named }).post,
  };
}

export type TestIntegration = Awaited<ReturnType<typeof createConnectedIntegration>>;

/** The names of the missing or invalid parameters in a 400 response. */
export function invalidParameters({ status, meta, data }: LearningAnswer): string[] {
  if (status !== 400 || meta.status !== "INVALID_API_PARAMETERS" || data !== null) {
    throw new Error(`${status} ${JSON.stringify(meta)}`);
  }
  return Object.keys(meta.more_info);
}
