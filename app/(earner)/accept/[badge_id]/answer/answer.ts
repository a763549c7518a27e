import { z } from "zod";
import { publishBadge } from "@/lib/accounts/accounts/account-offers";
import { findPersonByHeaders } from "@/lib/accounts/sessions/session";
import { isSameOriginForm } from "@/lib/http/endpoints/incoming";
import { identifyAcceptLink } from "@/lib/badges/issued/accept-token";
import { badgePageUrl } from "@/lib/organizations/badge-facts/serializer";
import type { BadgeRow } from "@/lib/badges/issued/serializer";
import { acceptBadge, rejectBadge } from "@/lib/badges/issued/service";
import { ApiError } from "@/lib/kernel/errors";
import { buildAcceptPageUrl, readForm } from "../form";

const Answer = z.object({
  token: z.string().max(200),
  answer: z.enum(["accept", "accept_privately", "decline", "make_public"]),
});
type Answer = z.infer<typeof Answer>;

function submitAnswer(id: string, { token, answer }: Answer, personId: string | null): Promise<BadgeRow> {
  switch (answer) {
    case "accept":
      return acceptBadge(id, { token, private: false }, personId);
    case "accept_privately":
      return acceptBadge(id, { token, private: true }, personId);
    case "decline":
      return rejectBadge(id, { token }, personId);
    case "make_public":
      return publishBadge({ id, token }, personId);
  }
}

/** Where to redirect after a form; null when the form or its link is invalid. */
export type FormResult = { location: string | null; token: string };

/**
 * Returns the address after accepting or declining: the page of the link, which shows the result and offers an account.
 * A link that was shown to the issuer gets no such offer, so public acceptance leads to the public page.
 */
function locationAfterAnswer(badge: BadgeRow, { token, answer }: Answer): string {
  const isShown = answer === "accept" && identifyAcceptLink(badge, token) === "shown";
  return isShown ? badgePageUrl(badge.id) : buildAcceptPageUrl(badge.id, token, "&answered=1");
}

/** Returns the id of the signed-in person if the form was sent from this service; otherwise null. */
async function findVisitorId(request: Request): Promise<string | null> {
  if (!isSameOriginForm(request)) return null;
  return (await findPersonByHeaders(request.headers))?.id ?? null;
}

/**
 * Accepts or declines a badge by a form, or makes an accepted one public. If that comes too late or requires the owner of the account, redirects to the
 * page, which shows the state of the badge.
 */
export async function handleAnswerForm(id: string, request: Request): Promise<FormResult> {
  const { data } = Answer.safeParse(await readForm(request));
  if (!data) return { location: null, token: "" };
  const { token } = data;
  try {
    return {
      location: locationAfterAnswer(await submitAnswer(id, data, await findVisitorId(request)), data),
      token,
    };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Accepted, declined, revoked or replaced in the meantime, or only the signed-in owner of the account may answer.
    if (error.status === 422 || error.status === 403)
      return { location: buildAcceptPageUrl(id, token), token };
    if (error.status === 404) return { location: null, token };
    throw error;
  }
}
