import type { Locale } from "@/lib/kernel/locales";
import { publicUrl } from "@/lib/kernel/env";
import { loadTranslator } from "@/lib/delivery/languages/translator";
import type { DrawnBadge } from "@/lib/credentials/public-pages/drawn-serializer";

/** All texts of a certificate. */
export type CertificateTexts = {
  lang: Locale;
  title: string;
  issuer: string;
  badge: string;
  address: string;
  shown: Record<
    | "heading"
    | "awarded"
    | "earner"
    | "earned"
    | "badge"
    | "issuer"
    | "dates"
    | "verify"
    | "address"
    | "note",
    string
  >;
};

/** What a certificate says about a badge. */
export type CertifiedBadge = Omit<DrawnBadge, "art" | "color" | "issuerId" | "logoId">;

/** Builds the texts of a badge's certificate in one language. */
export async function buildCertificateTexts(
  badge: CertifiedBadge,
  locale: Locale,
  { hasExpiry = true } = {},
): Promise<CertificateTexts> {
  const { t, format } = await loadTranslator(locale, "public");
  const formatDate = (value: Date): string => format.dateTime(value, { dateStyle: "long" });
  const withLabel = (label: string, text: string): string => t("certificate.dated", { label, text });
  const expiry = badge.expiresOn
    ? withLabel(t("facts.valid_until"), formatDate(badge.expiresOn))
    : t("facts.never");
  const issued = withLabel(t("facts.issued_on"), formatDate(badge.issuedOn));
  const issuer = badge.domain ? `${badge.issuer} (${badge.domain})` : badge.issuer;
  const address = publicUrl(`/badges/${badge.id}`);
  return {
    lang: locale,
    title: t("certificate.title", { badge: badge.name }),
    issuer: badge.issuer,
    badge: badge.name,
    address,
    shown: {
      heading: t("certificate.heading"),
      awarded: t("certificate.awarded"),
      earner: badge.earner || t("certificate.unnamed"),
      earned: t("certificate.earned"),
      badge: badge.name,
      issuer: withLabel(t("certificate.issued_by"), issuer),
      dates: hasExpiry ? `${issued} · ${expiry}` : issued,
      verify: t("certificate.verify"),
      address,
      note: badge.isPublic ? "" : t("certificate.private"),
    },
  };
}
