import { askedQuery, readerLocale } from "@/app/reader-locale";
import { wordsResponse } from "@/app/words-response";
import { lookAtLink } from "@/lib/badges/issued/accept-link";
import { primaryIssuer, type ShownBadgeRow } from "@/lib/badges/issued/serializer";
import type { Locale } from "@/lib/kernel/locales";
import { translatorOf } from "@/lib/delivery/languages/translator";

type Why = "wrong" | "outdated" | ShownBadgeRow;

/** Builds the message for a link without a badge to accept: 404 if it is wrong, 410 if outdated or revoked. */
async function wordsFor(locale: Locale, why: Why) {
  const { t } = await translatorOf(locale, "accept");
  if (typeof why === "string") {
    const status = why === "wrong" ? 404 : 410;
    return { status, title: t(`gone.${why}_title`), text: [t(`gone.${why}_text`)] } as const;
  }
  const { revocationReason: reason, badgeTemplate } = why;
  const told = t("gone.revoked_text", { issuer: primaryIssuer(why).name, badge: badgeTemplate.name });
  const text = reason ? [told, t("gone.revoked_reason", { reason })] : [told];
  return { status: 410, title: t("gone.revoked_title"), text } as const;
}

/** Responds with a message about the link. The links to other languages keep the token. */
async function documentOf(request: Request, why: Why): Promise<Response> {
  const token = askedQuery(request).get("token");
  const words = await wordsFor(readerLocale(request), why);
  return wordsResponse(request, { ...words, ...(token ? { query: { token } } : {}) });
}

/** Responds with the reason why a link has no page to accept the badge; null when it has one. */
export async function unavailableByLink(
  request: Request,
  { id, token }: { id: string; token: string },
): Promise<Response | null> {
  const looked = await lookAtLink(id, token);
  if (!("badge" in looked)) return documentOf(request, looked.link);
  return looked.badge.state === "revoked" ? documentOf(request, looked.badge) : null;
}

/** Responds that a link is wrong. */
export const wrongLink = (request: Request): Promise<Response> => documentOf(request, "wrong");
