import type { StoredDesign } from "@/lib/art/certificate-designs/schema";
import type { Locale } from "@/lib/kernel/locales";
import { publicUrl } from "@/lib/kernel/env";
import { loadTranslator } from "@/lib/platform/languages/translator";
import type { DrawnBadge } from "@/lib/credentials/public-pages/drawn-serializer";

/** All texts of a certificate. */
export type CertificateTexts = {
  lang: Locale;
  title: string;
  issuer: string;
  badge: string;
  address: string;
  /** Stands for an earner whose name cannot be drawn. */
  unnamed: string;
  /** The chosen details below the dates. */
  details: string[];
  shown: Record<
    | "heading"
    | "awarded"
    | "earner"
    | "earned"
    | "badge"
    | "description"
    | "issuer"
    | "dates"
    | "verify"
    | "address"
    | "badge_id"
    | "note",
    string
  >;
};

/** What a certificate says about a badge. */
export type CertifiedBadge = Omit<
  DrawnBadge,
  "art" | "color" | "issuerId" | "templateId" | "templateOwnerId" | "logoId"
>;

/** What a design shows besides the names. */
export type ShownFields = Pick<
  StoredDesign,
  "show_expiry" | "show_description" | "show_skills" | "show_time_to_earn" | "show_evidence" | "show_badge_id"
>;

type Writer = Awaited<ReturnType<typeof createWriter>>;

/** Returns what writes dates, numbers and lists with their labels in one language. */
async function createWriter(locale: Locale) {
  const { t, format } = await loadTranslator(locale, "public");
  return {
    t,
    withLabel: (label: string, text: string): string => t("certificate.dated", { label, text }),
    formatDate: (value: Date): string => format.dateTime(value, { dateStyle: "long" }),
    formatNumber: (value: number): string => format.number(value),
    formatList: (values: string[]): string => format.list(values, { type: "unit" }),
  };
}

/** Writes the details that the design shows and the badge has. */
function writeDetails({ t, withLabel, ...format }: Writer, badge: CertifiedBadge, shown: ShownFields) {
  const { skills, timeToEarn, evidenceCount } = badge;
  return [
    ...(shown.show_time_to_earn && timeToEarn ? [withLabel(t("facts.time_to_earn"), timeToEarn)] : []),
    ...(shown.show_skills && skills.length > 0
      ? [withLabel(t("sections.skills"), format.formatList(skills))]
      : []),
    ...(shown.show_evidence && evidenceCount > 0
      ? [withLabel(t("sections.evidence"), format.formatNumber(evidenceCount))]
      : []),
  ];
}

function writeDates({ t, withLabel, formatDate }: Writer, badge: CertifiedBadge, hasExpiry: boolean): string {
  const { validity, issuedOn, expiresOn } = badge;
  const start = t(validity === "not_yet_valid" ? "facts.valid_from" : "facts.issued_on");
  const issued = withLabel(start, formatDate(issuedOn));
  if (!hasExpiry) return issued;
  const end = t(validity === "expired" ? "facts.expired_on" : "facts.valid_until");
  const expiry = expiresOn ? withLabel(end, formatDate(expiresOn)) : t("facts.never");
  return `${issued} · ${expiry}`;
}

/** Builds the texts of a badge's certificate in one language. */
export async function buildCertificateTexts(
  badge: CertifiedBadge,
  locale: Locale,
  fields: ShownFields,
): Promise<CertificateTexts> {
  const writer = await createWriter(locale);
  const { t, withLabel } = writer;
  const issuer = badge.domain ? `${badge.issuer} (${badge.domain})` : badge.issuer;
  const address = publicUrl(`/badges/${badge.id}`);
  return {
    lang: locale,
    title: t("certificate.title", { badge: badge.name }),
    issuer: badge.issuer,
    badge: badge.name,
    address,
    unnamed: t("certificate.unnamed"),
    details: writeDetails(writer, badge, fields),
    shown: {
      heading: t("certificate.heading"),
      awarded: t("certificate.awarded"),
      earner: badge.earner || t("certificate.unnamed"),
      earned: t("certificate.earned"),
      badge: badge.name,
      description: fields.show_description ? badge.description : "",
      issuer: withLabel(t("certificate.issued_by"), issuer),
      dates: writeDates(writer, badge, fields.show_expiry),
      verify: t("certificate.verify"),
      address,
      badge_id: fields.show_badge_id ? withLabel(t("verification.id"), badge.id) : "",
      note: badge.isPublic ? "" : t("certificate.private"),
    },
  };
}
