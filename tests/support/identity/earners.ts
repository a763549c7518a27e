import { vi } from "vitest";
import { runOne } from "../delivery/run-message";
import { mailJob } from "@/lib/delivery/mail/jobs";
import { getMailTransport, type Mail } from "@/lib/delivery/mail/transport";
import { badgeBody, makeTemplate, type TestOrganization } from "../builders";
import { buildPasswordLink } from "@/lib/identity/accounts/serializer";
import { send } from "../http/client";
import { sql } from "../platform/database";
import { makePerson, type Person } from "./members";

type Body = Record<string, unknown>;

/** A person's browser on our own pages: paths are relative to `/me`. */
export const clientOfPerson = ({ headers }: { headers: Record<string, string> }) => {
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

/** A signed-in person with the client of their browser. */
export async function makeEarner(email?: string) {
  const person = await makePerson(email);
  return { ...person, client: clientOfPerson(person) };
}

export type TestEarner = Awaited<ReturnType<typeof makeEarner>>;

/** Issues a badge to an address, from a template of its own unless one is given; returns the badge. */
export async function issueTo(organization: TestOrganization, email: string, changes: Body = {}) {
  const templateId = changes.badge_template_id ? "" : (await makeTemplate(organization)).id;
  const body = badgeBody(templateId, { recipient_email: email, ...changes });
  const { status, data } = await organization.client.post("/badges", body);
  if (status !== 201) throw new Error(JSON.stringify(data));
  return data as { id: string; recipient_email: string };
}

/** A badge that its earner accepted. */
export async function acceptedBadge(organization: TestOrganization, earner: TestEarner, isPrivate = false) {
  const badge = await issueTo(organization, earner.email);
  const { status, data } = await earner.client.post(`/badges/${badge.id}/accept`, { private: isPrivate });
  if (status !== 200) throw new Error(JSON.stringify(data));
  return badge;
}

type EventBody = Body & { id: string; event_type: string };

/** The events of an organization whose type begins so, oldest first, as the interface shows them. */
export async function eventsOf(organization: TestOrganization, prefix: string): Promise<EventBody[]> {
  const { data } = await organization.client.get("/events");
  return (data as EventBody[]).filter(({ event_type: type }) => type.startsWith(prefix)).toReversed();
}

/** Sends the mails that a person asked for, by the real job, and returns them; only the transport is not real. */
export async function mailsOf(person: Pick<Person, "id">): Promise<Omit<Mail, "id">[]> {
  const handOver = vi.spyOn(getMailTransport(), "send").mockResolvedValue({ state: "sent" });
  const messages = await sql(
    "SELECT id FROM outbox_messages WHERE subject_id = $1 AND kind = 'mail' AND state = 'due' ORDER BY created_at, id",
    [person.id],
  );
  for (const { id } of messages) await runOne(mailJob, String(id));
  const mails = handOver.mock.calls.map(([mail]) => mail);
  handOver.mockRestore();
  return mails;
}

/** The link of a mail, as its text shows it. */
export function linkOf({ text }: Pick<Mail, "text">): { path: string; token: string } {
  const url = new URL(
    /https?:\/\/\S+\/(wallet|invitations|password|connect)\/\S+/.exec(text)?.[0] ?? "nothing:",
  );
  return { path: url.pathname, token: url.searchParams.get("token") ?? "" };
}

/** An address that a person added, with the token of the mail that it was sent. */
export async function claimAddress(earner: TestEarner, email: string) {
  const { status, data } = await earner.client.post("/emails", { email });
  if (status !== 201) throw new Error(JSON.stringify(data));
  const [mail] = (await mailsOf(earner)).toReversed();
  if (!mail) throw new Error("No mail was sent.");
  return { id: data.id as string, email, mail, ...linkOf(mail) };
}

/** An address that a person added and confirmed. */
export async function confirmAddress(earner: TestEarner, email: string) {
  const claim = await claimAddress(earner, email);
  const { status, data } = await earner.client.post(`/emails/${claim.id}/confirm`, { token: claim.token });
  if (status !== 200) throw new Error(JSON.stringify(data));
  return claim;
}

/** The id and the token of a link that lets a person choose a password, as a mail asked for at `askedAt` has them. */
export async function passwordLinkOf({ id: userId }: Pick<Person, "id">, askedAt = new Date()) {
  const [row] = await sql(
    `SELECT user_emails.id, session_version FROM user_emails JOIN users ON users.id = user_id
     WHERE user_id = $1 AND "primary"`,
    [userId],
  );
  const id = String(row?.id);
  const link = buildPasswordLink({ id, userId, sessionVersion: Number(row?.session_version) }, askedAt);
  return { id, token: new URL(link).searchParams.get("token") ?? "" };
}
