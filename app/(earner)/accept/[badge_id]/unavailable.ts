import { readRequestedQuery, chooseReaderLocale } from "@/app/reader-locale";
import { respondWithMessage } from "@/app/message-response";
import { readAcceptLink } from "@/lib/badges/issued/accept-link";
import { primaryIssuer, type BadgePageRow } from "@/lib/badges/issued/serializer";
import type { Locale } from "@/lib/kernel/locales";
import { loadTranslator } from "@/lib/platform/languages/translator";

type LinkProblem = "wrong" | "outdated" | BadgePageRow;

/** Builds the message for a link without a badge to accept: 404 if it is wrong, 410 if outdated or revoked. */
async function buildMessage(locale: Locale, problem: LinkProblem) {
  const { t } = await loadTranslator(locale, "accept");
  if (typeof problem === "string") {
    const status = problem === "wrong" ? 404 : 410;
    return { status, title: t(`gone.${problem}_title`), text: [t(`gone.${problem}_text`)] } as const;
  }
  const { revocationReason: reason, badgeTemplate } = problem;
  const sentence = t("gone.revoked_text", { issuer: primaryIssuer(problem).name, badge: badgeTemplate.name });
  const text = reason ? [sentence, t("gone.revoked_reason", { reason })] : [sentence];
  return { status: 410, title: t("gone.revoked_title"), text } as const;
}

/** Responds with a message about the link. The links to other languages keep the token. */
async function respondWithProblem(request: Request, problem: LinkProblem): Promise<Response> {
  const token = readRequestedQuery(request).get("token");
  const message = await buildMessage(chooseReaderLocale(request), problem);
  return respondWithMessage(request, { ...message, ...(token ? { query: { token } } : {}) });
}

/** Responds with the reason why a link has no page to accept the badge; null when it has one. */
export async function respondIfUnavailable(
  request: Request,
  { id, token }: { id: string; token: string },
): Promise<Response | null> {
  const looked = await readAcceptLink(id, token);
  if (!("badge" in looked)) return respondWithProblem(request, looked.link);
  return looked.badge.state === "revoked" ? respondWithProblem(request, looked.badge) : null;
}

/** Responds that a link is wrong. */
export const respondWrongLink = (request: Request): Promise<Response> => respondWithProblem(request, "wrong");
