import { POST as answerForm } from "@/app/(earner)/connect/[request_id]/answer/route";
import { nextSerial } from "../builders";
import { ORIGIN } from "../http/client";
import { sql } from "../platform/database";
import { extractMailLink, sendDueMails } from "../accounts/earners";
import { learningClient, type TestIntegration } from "./learning";
import { postLaunch, learnerFields, signedFields } from "./learning-lti";

/** A user of an LMS, as its launches name them. */
export type LmsUser = { user: string; email: string };

export const newLmsUser = (changes: Partial<LmsUser> = {}): LmsUser => {
  const number = nextSerial();
  return { user: `user-${number}`, email: `learner-${number}@lms.example`, ...changes };
};

/** Launches a course as this user, as a browser does. */
export function launchAs(course: TestIntegration, { user, email }: LmsUser) {
  const fields = { user_id: user, lis_person_contact_email_primary: email };
  return postLaunch(signedFields(course.app, "/auth/lti", learnerFields(course.id, fields)));
}

/** Launches a course. Returns the token of the page that it leads to, or the LTI error code. */
export async function launchAndReadOutcome(course: TestIntegration, user: LmsUser) {
  const { query } = await launchAs(course, user);
  return { token: query.token ?? null, code: query.code ?? null };
}

/** Launches a course successfully. Returns the token of the page. */
export async function launchToken(course: TestIntegration, user: LmsUser): Promise<string> {
  const { token, code } = await launchAndReadOutcome(course, user);
  if (token === null) throw new Error(`The launch failed: ${code}`);
  return token;
}

/** Requests the learner's page with this token. Returns the status. */
export const requestLearnerPage = async (token: string): Promise<number> =>
  (await learningClient({ access_token: token }).get("/v1.1/cle_launch")).status;

/** Finds the account that an address belongs to. */
export async function findAccountId(email: string): Promise<string> {
  const [row] = await sql("SELECT user_id FROM user_emails WHERE email = $1", [email]);
  return String(row?.user_id);
}

/** Sends the mails of all connection requests for an address with the real job. Returns them, oldest first. */
export async function sendConnectionMails(email: string) {
  const requests = await sql(
    "SELECT id FROM learning_connection_requests WHERE email = $1 ORDER BY asked_at, id",
    [email],
  );
  const mails = [];
  for (const { id } of requests) mails.push(...(await sendDueMails({ id: String(id) })));
  return mails;
}

/** Returns the link in the only mail that is due for an address. */
export async function readConnectionLink(email: string): Promise<{ id: string; token: string }> {
  const [mail, ...others] = await sendConnectionMails(email);
  if (!mail || others.length > 0) throw new Error(`There are ${mail ? others.length + 1 : 0} mails.`);
  const { path, token } = extractMailLink(mail);
  return { id: path.split("/").at(-1) ?? "", token };
}

/** Presses the button on the page of a link. Returns the status and the redirect target. */
export async function pressConnect(
  { id, token }: { id: string; token: string },
  headers: Record<string, string> = { origin: ORIGIN },
): Promise<string> {
  const body = new URLSearchParams({ token });
  const request = new Request(`${ORIGIN}/connect/${id}/answer`, { method: "POST", body, headers });
  const response = await answerForm(request, { params: Promise.resolve({ request_id: id }) });
  return `${response.status} ${response.headers.get("location")}`;
}

/** Lists the learner tokens of accounts with a confirmed address that no link has connected: there must be none. */
export const listUnconnectedTokens = () =>
  sql(
    `SELECT token.id FROM learning_tokens AS token
     LEFT JOIN learning_identities AS identity ON identity.id = token.identity_id
     WHERE token.kind = 'learner' AND identity.connected_at IS NULL
       AND EXISTS (SELECT FROM user_emails WHERE user_id = token.user_id AND confirmed_at IS NOT NULL)`,
  );
