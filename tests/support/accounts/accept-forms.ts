import { POST as answerForm } from "@/app/(earner)/accept/[badge_id]/answer/route";
import { findAccountOffer } from "@/lib/accounts/accounts/account-offers";
import { readAcceptLink } from "@/lib/badges/issued/accept-link";
import { createAcceptToken } from "@/lib/badges/issued/accept-token";
import { ORIGIN } from "../http/client";

/** The tokens of a badge's two links: the one in the mail, and the one that is shown to the issuer. */
export const mailedToken = (id: string): string =>
  createAcceptToken({ id, addressCorrectedAt: null }, "mailed");
export const shownToken = (id: string): string =>
  createAcceptToken({ id, addressCorrectedAt: null }, "shown");

type Form = Record<string, string>;
type Handler = (request: Request, context: { params: Promise<{ badge_id: string }> }) => Promise<Response>;

/** Submits one of the forms on the page of a badge link, as a browser does from our own page. */
export function submitAcceptForm(
  handler: Handler,
  id: string,
  form: Form,
  headers: Form = {},
): Promise<Response> {
  const sent = { "sec-fetch-site": "same-origin", origin: ORIGIN, ...headers };
  const body = new URLSearchParams(form);
  const request = new Request(`${ORIGIN}/accept/${id}/form`, { method: "POST", body, headers: sent });
  return handler(request, { params: Promise.resolve({ badge_id: id }) });
}

/** Returns the redirect target of a form. */
export const redirectTarget = (response: Response): URL =>
  new URL(response.headers.get("location") ?? "nothing:");

/** Returns the session cookie that a form sets, or an empty string. */
export const readSetCookie = (response: Response): string =>
  response.headers.get("set-cookie")?.split(";", 1)[0] ?? "";

/** Submits the form with the response `accept`, `accept_privately` or `decline`. */
export const answer = (id: string, token: string, word: string, headers: Form = {}) =>
  submitAcceptForm(answerForm, id, { token, answer: word }, headers);

/** Returns what the page of a link offers to this person (null for nothing), or what is wrong with an invalid link. */
export async function readLinkOffer(id: string, token: string, personId: string | null) {
  const link = await readAcceptLink(id, token);
  return "badge" in link ? ((await findAccountOffer(link, personId))?.status ?? null) : link.link;
}
