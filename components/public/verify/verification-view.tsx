import { useFormatter, useTranslations } from "next-intl";
import { DatedDomain } from "@/components/public/badge/verified-domain";
import { Facts, type Fact } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import type { VerificationResult } from "@/lib/credentials/external-badges/schema";

type VerificationStatus = VerificationResult["status"];

const TONES = {
  valid: "positive",
  expired: "caution",
  revoked: "negative",
  replaced: "caution",
  unverified: "caution",
  forged: "negative",
  unknown: "negative",
  unreadable: "neutral",
  unreached: "neutral",
} as const satisfies Record<VerificationStatus, string>;

/** Returns the key of the text. Some texts differ for badges of this service and of others. */
const textKey = ({ status, isOurs }: VerificationResult) =>
  status === "valid" || status === "expired" || status === "revoked"
    ? (`${status}.${isOurs ? "here" : "elsewhere"}` as const)
    : (`${status}.text` as const);

/** Returns the keys of the checks that were made. */
function listChecks({ status, isOurs }: VerificationResult) {
  if (isOurs) return ["record", "revocation_here", "expiry"] as const;
  if (status === "valid" || status === "expired") return ["source", "revocation", "expiry"] as const;
  return [] as const;
}

/** Returns the facts of a badge: when and why it was revoked, or otherwise its earner and dates. */
function useVerificationFacts({
  badge,
  domain,
  revocation,
  host,
  isOurs,
  checked_at,
}: VerificationResult): Fact[] {
  const t = useTranslations("verify");
  const verification = useTranslations("public.verification");
  const format = useFormatter();
  if (!badge) return [];
  const day = (date: string) =>
    format.dateTime(new Date(`${date}T00:00:00Z`), { dateStyle: "long", timeZone: "UTC" });
  const moment = format.dateTime(new Date(checked_at), {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "UTC",
  });
  const rest = revocation
    ? [
        { term: t("fact.issued_on"), value: day(badge.issued_on) },
        { term: t("fact.revoked_on"), value: day(revocation.on) },
        ...(revocation.reason
          ? [
              {
                term: t("fact.reason"),
                value: <span className="whitespace-pre-line">{revocation.reason}</span>,
              },
            ]
          : []),
      ]
    : [
        { term: t("fact.earner"), value: badge.earner ?? t("fact.no_earner") },
        { term: t("fact.issued_on"), value: day(badge.issued_on) },
        {
          term: t("fact.expires_on"),
          value: badge.expires_on ? day(badge.expires_on) : t("fact.never"),
        },
      ];
  return [
    { term: t("fact.badge"), value: badge.name },
    { term: t("fact.issuer"), value: badge.issuer },
    ...(domain ? [{ term: verification("domain"), value: <DatedDomain domain={domain} /> }] : []),
    ...(host && !isOurs ? [{ term: t("fact.host"), value: host }] : []),
    ...rest,
    { term: t("fact.checked"), value: t("fact.moment", { moment }) },
  ];
}

/** The result of a verification: the status as text, the facts of the badge, and the checks. */
export function VerificationView({ verdict }: { verdict: VerificationResult }) {
  const t = useTranslations("verify");
  const facts = useVerificationFacts(verdict);
  const checks = verdict.badge ? listChecks(verdict) : [];
  return (
    <section aria-labelledby="verdict" className="flex flex-col gap-6">
      <Notice tone={TONES[verdict.status]}>
        <h2 id="verdict" className="font-heading text-2xl text-ink">
          {t(`${verdict.status}.title`)}
        </h2>
        <p className="mt-2 text-ink">{t(textKey(verdict))}</p>
      </Notice>
      {facts.length > 0 ? <Facts facts={facts} /> : null}
      {checks.length > 0 ? (
        <div className="flex flex-col gap-2 text-sm">
          <h3 className="font-medium">{t("check.title")}</h3>
          <ul className="flex list-disc flex-col gap-1 ps-5 text-ink-soft">
            {checks.map((check) => (
              <li key={check}>{t(`check.${check}`)}</li>
            ))}
          </ul>
        </div>
      ) : null}
      {verdict.page && /^https?:/.test(verdict.page) ? (
        <p className="text-sm">
          <a
            href={verdict.page}
            rel={verdict.isOurs ? undefined : "nofollow noopener noreferrer"}
            className="inline-flex min-h-6 items-center text-accent underline underline-offset-4 wrap-anywhere"
          >
            {t(verdict.status === "replaced" ? "open_newest" : "open")}
          </a>
        </p>
      ) : null}
    </section>
  );
}
