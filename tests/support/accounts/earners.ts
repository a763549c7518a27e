import { vi } from "vitest";
import { runMessage } from "../delivery/run-message";
import { mailJob } from "@/lib/delivery/mail/jobs";
import { getMailTransport, type Mail } from "@/lib/delivery/mail/transport";
import { badgeBody, createTemplate, type TestOrganization } from "../builders";
import { buildPasswordLink } from "@/lib/accounts/accounts/serializer";
import { send } from "../http/client";
import { sql } from "../platform/database";
import { createPerson, type Person } from "./members";

type Body = Record<string, unknown>;

/** Returns an API client with the browser session of a person. Paths are relative to `/me`. */
export const createPersonClient = ({ headers }: { headers: Record<string, string> }) => {
  const call =
    (method: string) =>
    (path: string, body?: Body, more: Record<string, string> = {}) =>
      send(method, `/v1/me${path}`, { headers: { ...headers, ...more }, ...(body ? { body } : {}) });
  return {
    get: call("GET"),
    post: call("POST"),
    put: call("PUT"),
    patch: call("PATCH"),
    delete: call("DELETE"),
  };
};

/** Creates a signed-in person with a client for their browser session. */
export async function createEarner(email?: string) {
  const person = await createPerson(email);
  return { ...person, client: createPersonClient(person) };
}

export type TestEarner = Awaited<ReturnType<typeof createEarner>>;

/** Issues a badge to an address, from a new template unless `changes` name one. Returns the badge. */
export async function issueBadgeTo(organization: TestOrganization, email: string, changes: Body = {}) {
  const templateId = changes.badge_template_id ? "" : (await createTemplate(organization)).id;
  const body = badgeBody(templateId, { recipient_email: email, ...changes });
  const { status, data } = await organization.client.post("/badges", body);
  if (status !== 201) throw new Error(JSON.stringify(data));
  return data as { id: string; recipient_email: string };
}

/** Issues a badge that its earner has accepted. */
export async function issueAcceptedBadge(
  organization: TestOrganization,
  earner: TestEarner,
  isPrivate = false,
  changes: Body = {},
) {
  const badge = await issueBadgeTo(organization, earner.email, changes);
  const { status, data } = await earner.client.post(`/badges/${badge.id}/accept`, { private: isPrivate });
  if (status !== 200) throw new Error(JSON.stringify(data));
  return badge;
}

type EventBody = Body & { id: string; event_type: string };

/** Returns an organization's events whose type starts with `prefix`, oldest first, as the API returns them. */
export async function listEventsByPrefix(
  organization: TestOrganization,
  prefix: string,
): Promise<EventBody[]> {
  const { data } = await organization.client.get("/events");
  return (data as EventBody[]).filter(({ event_type: type }) => type.startsWith(prefix)).toReversed();
}

/** Sends the mails that are due for a person with the real job and a mocked transport. Returns the mails. */
export async function sendDueMails(person: Pick<Person, "id">): Promise<Omit<Mail, "id">[]> {
  const sendSpy = vi.spyOn(getMailTransport(), "send").mockResolvedValue({ state: "sent" });
  const messages = await sql(
    "SELECT id FROM outbox_messages WHERE subject_id = $1 AND kind = 'mail' AND state = 'due' ORDER BY created_at, id",
    [person.id],
  );
  for (const { id } of messages) await runMessage(mailJob, String(id));
  const mails = sendSpy.mock.calls.map(([mail]) => mail);
  sendSpy.mockRestore();
  return mails;
}

/** Returns the link in the text part of a mail. */
export function extractMailLink({ text }: Pick<Mail, "text">): { path: string; token: string } {
  const url = new URL(
    /https?:\/\/\S+\/(wallet|invitations|password|connect)\/\S+/.exec(text)?.[0] ?? "nothing:",
  );
  return { path: url.pathname, token: url.searchParams.get("token") ?? "" };
}

/** Adds an address to an account. Returns it with the token of the confirmation mail. */
export async function claimAddress(earner: TestEarner, email: string) {
  const { status, data } = await earner.client.post("/emails", { email });
  if (status !== 201) throw new Error(JSON.stringify(data));
  const [mail] = (await sendDueMails(earner)).toReversed();
  if (!mail) throw new Error("No mail was sent.");
  return { id: data.id as string, email, mail, ...extractMailLink(mail) };
}

/** Adds an address to an account and confirms it. */
export async function confirmAddress(earner: TestEarner, email: string) {
  const claim = await claimAddress(earner, email);
  const { status, data } = await earner.client.post(`/emails/${claim.id}/confirm`, { token: claim.token });
  if (status !== 200) throw new Error(JSON.stringify(data));
  return claim;
}

/** Returns the id and the token of a password link, as in a mail that was requested at `requestedAt`. */
export async function createPasswordLink({ id: userId }: Pick<Person, "id">, requestedAt = new Date()) {
  const [row] = await sql(
    `SELECT user_emails.id, session_version FROM user_emails JOIN users ON users.id = user_id
     WHERE user_id = $1 AND "primary"`,
    [userId],
  );
  const id = String(row?.id);
  const link = buildPasswordLink({ id, userId, sessionVersion: Number(row?.session_version) }, requestedAt);
  return { id, token: new URL(link).searchParams.get("token") ?? "" };
}
