import { chooseReaderLocale, readRequestedQuery } from "@/app/reader-locale";
import { BY_EARNER } from "@/components/public/badge/share-address";
import type { IssuedBadge } from "@/lib/badges/issued/schema";
import { loadTranslator } from "@/lib/platform/languages/translator";

/** Builds the text of a post in the reader's language: what the earner says, or somebody else who shares the badge. */
export async function buildPostText(request: Request, { badge_template, issuer, issued_to }: IssuedBadge) {
  const { name } = badge_template;
  const locale = chooseReaderLocale(request);
  if (readRequestedQuery(request).toString() === BY_EARNER) {
    const { t } = await loadTranslator(locale, "accept");
    return t("share.post_text", { name, issuer: issuer.entities[0]?.entity.name ?? "" });
  }
  const { t } = await loadTranslator(locale, "public");
  return issued_to ? t("badge.title", { badge: name, earner: issued_to }) : name;
}
