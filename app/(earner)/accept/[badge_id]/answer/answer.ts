import { z } from "zod";
import { personOfCookies } from "@/lib/identity/sessions/session";
import { isOwnForm } from "@/lib/http/endpoints/own-form";
import { linkOfToken } from "@/lib/badges/issued/accept-token";
import { badgePage, type BadgeRow } from "@/lib/badges/issued/serializer";
import { acceptBadge, rejectBadge } from "@/lib/badges/issued/service";
import { ApiError } from "@/lib/kernel/errors";
import { acceptPage, readForm } from "../form";

const Answer = z.object({
  token: z.string().max(200),
  answer: z.enum(["accept", "accept_privately", "decline"]),
});
type Answer = z.infer<typeof Answer>;

function give(id: string, { token, answer }: Answer, personId: string | null): Promise<BadgeRow> {
  switch (answer) {
    case "accept":
      return acceptBadge(id, { token, private: false }, personId);
    case "accept_privately":
      return acceptBadge(id, { token, private: true }, personId);
    case "decline":
      return rejectBadge(id, { token }, personId);
  }
}

/** Where a form leads; null when the form or its link is not right. */
export type Next = { location: string | null; token: string };

/**
 * After an answer, the page of the link says what came of it and offers to keep the badge. A link that the issuer was
 * shown offers nothing, so that a public acceptance leads to the public page.
 */
function afterAnswer(badge: BadgeRow, { token, answer }: Answer): string {
  const isShown = answer === "accept" && linkOfToken(badge, token) === "shown";
  return isShown ? badgePage(badge.id) : acceptPage(badge.id, token, "&answered=1");
}

/** Who is signed in, when the form is our own page's. */
async function visitorOf(request: Request): Promise<string | null> {
  if (!isOwnForm(request)) return null;
  return (await personOfCookies(request.headers.get("cookie")))?.id ?? null;
}

/**
 * Gives the answer of a form. An answer that comes too late, or that only the owner of an account may give, leads back to
 * the page, which says how the badge stands.
 */
export async function answerByForm(id: string, request: Request): Promise<Next> {
  const { data } = Answer.safeParse(await readForm(request));
  if (!data) return { location: null, token: "" };
  const { token } = data;
  try {
    return { location: afterAnswer(await give(id, data, await visitorOf(request)), data), token };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Answered, revoked or replaced meanwhile; or the account is proved, and nobody is signed in to it.
    if (error.status === 422 || error.status === 403) return { location: acceptPage(id, token), token };
    if (error.status === 404) return { location: null, token };
    throw error;
  }
}
