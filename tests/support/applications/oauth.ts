import { SCOPES } from "@/lib/access/callers/choices";
import { nextSerial, type TestOrganization } from "../builders";
import { ORIGIN } from "../http/client";
import { dispatch } from "../http/routes";

export const ALL_SCOPES = Object.keys(SCOPES);

export const bearerHeaders = (accessToken: string): Record<string, string> => ({
  authorization: `Bearer ${accessToken}`,
});

export type TestApplication = { id: number; uuid: string; name: string; uid: string; secret: string };

/** Creates an application through the API. */
export async function createApplication(
  organization: TestOrganization,
  changes: Record<string, unknown> = {},
) {
  const body = { name: `Application ${nextSerial()}`, ...changes };
  const answer = await organization.client.post("/oauth_applications", body);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.data));
  return answer.data as TestApplication;
}

/** The parameters of a token request of this application. */
export const tokenRequestFields = ({ uid, secret }: TestApplication, scope = ALL_SCOPES.join(" ")) => ({
  grant_type: "client_credentials",
  client_id: uid,
  client_secret: secret,
  scope,
});

/** Requests an access token. Fields are sent as a form, a text unchanged. */
export async function requestToken(
  fields: Record<string, string> | string,
  headers: Record<string, string> = {},
  path = "/oauth/token",
) {
  const body = typeof fields === "string" ? fields : new URLSearchParams(fields).toString();
  const type = { "content-type": "application/x-www-form-urlencoded" };
  const init = { method: "POST", headers: { ...type, ...headers }, body };
  const response = await dispatch(new Request(ORIGIN + path, init));
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: JSON.parse(text) as Record<string, unknown>,
  };
}

/** Requests an access token of an application for these scopes (default: all). */
export async function obtainAccessToken(application: TestApplication, scope?: string): Promise<string> {
  const { status, body } = await requestToken(tokenRequestFields(application, scope));
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.access_token as string;
}

/** Returns headers with a token of a new application of the organization, for these scopes (default: all). */
export const createBearerHeaders = async (organization: TestOrganization, scope?: string) =>
  bearerHeaders(await obtainAccessToken(await createApplication(organization), scope));
