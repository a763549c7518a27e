import { env } from "@/lib/kernel/env";
import { ORIGIN } from "../http/client";
import type { TestApp } from "./learning";
import { FORM, signFields, type Fields } from "./lti";
import { dispatch } from "../http/routes";

/** The fields of a request of this app, signed for this path at the current time. */
export function signedFields(
  app: Pick<TestApp, "apiKey" | "secret">,
  path: string,
  fields: Fields,
): Record<string, string> {
  const now = { oauth_consumer_key: app.apiKey, oauth_timestamp: String(Math.floor(Date.now() / 1000)) };
  const url = env().APP_URL + path;
  return Object.fromEntries(
    signFields({ ...now, ...fields }, { url, secret: app.secret }) as [string, string][],
  );
}

/** The fields that an LMS sends about a learner who launches. */
export const learnerFields = (integrationId: number, changes: Fields = {}): Fields => ({
  user_id: "learner-1",
  tool_consumer_info_product_family_code: "cle",
  context_id: "course",
  lis_person_contact_email_primary: "ada@lms.example",
  lis_person_name_given: "Ada",
  lis_person_name_family: "Okafor",
  roles: "urn:lti:role:ims/lis/Learner",
  integration_id: String(integrationId),
  ...changes,
});

/** Posts fields to /auth/lti as a browser does. Returns the status and the redirect target. */
export async function postLaunch(fields: Record<string, string>, headers: Record<string, string> = {}) {
  const body = new URLSearchParams(fields).toString();
  const init = { method: "POST", headers: { "content-type": FORM, ...headers }, body };
  const response = await dispatch(new Request(`${ORIGIN}/auth/lti`, init));
  const target = new URL(response.headers.get("location") ?? "nothing:");
  return {
    status: response.status,
    headers: response.headers,
    text: await response.text(),
    path: target.pathname,
    origin: target.origin,
    query: Object.fromEntries(target.searchParams),
  };
}
