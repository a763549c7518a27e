import { ENTERPRISE_SCHEMA, PATCH_MESSAGE, USER_SCHEMA } from "@/lib/workforce/directories/schema";
import { nextSerial, type TestOrganization } from "../builders";
import { ORIGIN } from "../http/client";
import { dispatch } from "../http/routes";

export type ScimAnswer = {
  status: number;
  headers: Headers;
  body: any; // oxlint-disable-line typescript/no-explicit-any
};

/** Sends a request of SCIM to the real handlers. */
export async function sendScim(
  method: string,
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<ScimAnswer> {
  const request = new Request(`${ORIGIN}/scim/v2${path}`, {
    method,
    headers: { "content-type": "application/scim+json", ...headers },
    body: body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body),
  });
  const response = await dispatch(request);
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === "" ? null : (JSON.parse(text) as unknown),
  };
}

/** A directory with a token of an organization that can do nothing else than read and change employees. */
export async function createDirectory(
  organization: TestOrganization,
  rights: Record<string, boolean> = { write_enabled: true, delete_enabled: true },
) {
  const { data } = await organization.client.post("/authorization_tokens", {
    scopes: ["workforce"],
    ...rights,
  });
  const authorization = `Bearer ${String(data.token)}`;
  const call =
    (method: string) =>
    (path: string, body?: unknown, headers: Record<string, string> = {}) =>
      sendScim(method, path, { body, headers: { authorization, ...headers } });
  const patch = (id: string, operations: unknown[], headers?: Record<string, string>) =>
    call("PATCH")(`/Users/${id}`, { schemas: [PATCH_MESSAGE], Operations: operations }, headers);
  return {
    authorization,
    get: call("GET"),
    post: call("POST"),
    put: call("PUT"),
    delete: call("DELETE"),
    patch,
  };
}
export type Directory = Awaited<ReturnType<typeof createDirectory>>;

/** A user with all attributes that the service stores. */
export function userBody(changes: Record<string, unknown> = {}) {
  const userName = `user-${nextSerial()}@example.org`;
  return {
    schemas: [USER_SCHEMA, ENTERPRISE_SCHEMA],
    userName,
    externalId: `ext-${nextSerial()}`,
    name: { givenName: "Ada", familyName: "Okafor" },
    title: "Engineer",
    active: true,
    emails: [{ value: userName, type: "work", primary: true }],
    addresses: [{ type: "work", country: "NO", region: "Oslo", postalCode: "0150" }],
    [ENTERPRISE_SCHEMA]: { department: "Research" },
    ...changes,
  };
}

export async function createUser(directory: Directory, changes: Record<string, unknown> = {}) {
  const answer = await directory.post("/Users", userBody(changes));
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body as { id: string; userName: string; externalId: string; meta: { version: string } };
}
