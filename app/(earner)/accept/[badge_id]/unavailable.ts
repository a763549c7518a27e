import { readerLocale } from "@/app/reader-locale";
import { wordsDocument } from "@/components/ui/words-document";
import { lookAtLink } from "@/lib/issued-badges/accept-link";
import { primaryIssuer, type ShownBadgeRow } from "@/lib/issued-badges/serializer";
import { translatorOf } from "@/lib/languages/translator";

/** A link that leads to no badge that could be answered: 404 for a wrong one, 410 for an outdated one and a revoked badge. */
async function documentOf(request: Request, why: "wrong" | "outdated" | ShownBadgeRow): Promise<Response> {
  const locale = readerLocale(request);
  const { t } = await translatorOf(locale, "accept");
  const product = (await translatorOf(locale, "common")).t("product");
  if (typeof why === "string") {
    const status = why === "wrong" ? 404 : 410;
    return wordsDocument({
      locale,
      product,
      status,
      title: t(`gone.${why}_title`),
      text: [t(`gone.${why}_text`)],
    });
  }
  const { revocationReason: reason, badgeTemplate } = why;
  const told = t("gone.revoked_text", { issuer: primaryIssuer(why).name, badge: badgeTemplate.name });
  const text = reason ? [told, t("gone.revoked_reason", { reason })] : [told];
  return wordsDocument({ locale, product, status: 410, title: t("gone.revoked_title"), text });
}

/** Says in words why a link shows no page to answer on; null when it does. */
export async function unavailableByLink(
  request: Request,
  { id, token }: { id: string; token: string },
): Promise<Response | null> {
  const looked = await lookAtLink(id, token);
  if (!("badge" in looked)) return documentOf(request, looked.link);
  return looked.badge.state === "revoked" ? documentOf(request, looked.badge) : null;
}

/** The same for a link that turned out to be wrong. */
export const wrongLink = (request: Request): Promise<Response> => documentOf(request, "wrong");
