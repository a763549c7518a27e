import { chooseReaderLocale } from "@/app/reader-locale";
import { respondWithMessage } from "@/app/message-response";
import type { Locale } from "@/lib/kernel/locales";
import { loadTranslator } from "@/lib/platform/languages/translator";
import type { Revocation } from "@/lib/credentials/open-badges/serializer";
import { getRevocation } from "@/lib/credentials/open-badges/service";

const STATUS = { revoked: 410, replaced: 410, unknown: 404, nothing: 404 } as const;

/** How a badge ended. */
type End = "revoked" | "replaced";

/** Responds in the reader's language with the reason why a public address shows nothing, and with its status. */
export async function respondUnavailable(
  request: Request,
  reason: keyof typeof STATUS,
  facts: { term: string; value: string }[] = [],
): Promise<Response> {
  const { t } = await loadTranslator(chooseReaderLocale(request), "public");
  const text = [t(`unavailable.${reason}.text`)];
  return respondWithMessage(request, {
    status: STATUS[reason],
    title: t(`unavailable.${reason}.title`),
    text,
    facts,
  });
}

async function buildEndFacts(
  locale: Locale,
  end: End,
  { name, issuer, issuedOn, revokedOn, reason }: Revocation,
) {
  const { t, format } = await loadTranslator(locale, "verify");
  const day = (date: Date): string => format.dateTime(date, { dateStyle: "long", timeZone: "UTC" });
  return [
    { term: t("fact.badge"), value: name },
    { term: t("fact.issuer"), value: issuer },
    { term: t("fact.issued_on"), value: day(issuedOn) },
    { term: t(`fact.${end}_on`), value: day(revokedOn) },
    ...(reason ? [{ term: t("fact.reason"), value: reason }] : []),
  ];
}

/**
 * Responds with the name, issuer, dates and reason of a badge that was revoked, or replaced by one that is not public.
 * Without these facts for a private one.
 */
export async function respondEnded(request: Request, badgeId: string, end: End): Promise<Response> {
  const revocation = await getRevocation(badgeId);
  const facts = revocation ? await buildEndFacts(chooseReaderLocale(request), end, revocation) : [];
  return respondUnavailable(request, end, facts);
}
