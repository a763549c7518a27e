import { POST as answer } from "@/app/(console)/invitations/[invitation_id]/answer/route";
import type { TestOrganization } from "../builders";
import { nextSerial } from "../builders";
import { ORIGIN } from "../http/client";
import { extractMailLink, sendDueMails } from "./earners";

export type TestInvitation = { id: string; email: string; token: string };

export const newInvitedAddress = (): string => `invited-${nextSerial()}@example.org`;

/** Creates an invitation through the API. Returns it with the token of its mail. */
export async function createInvitation(
  organization: TestOrganization,
  changes: Record<string, unknown> = {},
): Promise<TestInvitation> {
  const body = { email: newInvitedAddress(), role: "issuer", ...changes };
  const { status, data } = await organization.client.post("/invitations", body);
  if (status !== 201) throw new Error(JSON.stringify(data));
  return { id: data.id, email: data.email, token: await sendInvitationMail(data.id) };
}

/** Returns the token of the newest mail of an invitation. */
export async function sendInvitationMail(id: string): Promise<string> {
  const [mail] = (await sendDueMails({ id })).toReversed();
  if (!mail) throw new Error("No mail was sent.");
  return extractMailLink(mail).token;
}

/** Submits the form on the page of an invitation. Returns the redirect target and the cookie that it sets. */
export async function submitInvitationForm(
  { id, token }: Pick<TestInvitation, "id" | "token">,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
) {
  const body = new URLSearchParams({ token, ...fields }).toString();
  const request = new Request(`${ORIGIN}/invitations/${id}/answer`, {
    method: "POST",
    headers: { origin: ORIGIN, "content-type": "application/x-www-form-urlencoded", ...headers },
    body,
  });
  const response = await answer(request, { params: Promise.resolve({ invitation_id: id }) });
  return {
    status: response.status,
    path: (response.headers.get("location") ?? "").replace(ORIGIN, ""),
    cookie: response.headers.get("set-cookie")?.split(";")[0] ?? null,
  };
}
