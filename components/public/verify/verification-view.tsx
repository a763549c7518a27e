import { useFormatter, useTranslations } from "next-intl";
import { TestNotice } from "@/components/public/badge/test-notice";
import { DatedDomain } from "@/components/public/badge/verified-domain";
import { Facts, type Fact } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import type { VerificationResult } from "@/lib/credentials/verification/schema";
import { CheckList } from "./check-list";
import { DifferenceTable } from "./difference-table";
import { ExtensionList } from "./extension-list";

type Status = VerificationResult["status"];

const TONES = {
  valid: "positive",
  expired: "caution",
  not_yet_valid: "caution",
  revoked: "negative",
  replaced: "caution",
  altered: "negative",
  unknown_issuer: "negative",
  unverifiable: "caution",
} as const satisfies Record<Status, string>;

/** What is said where there is no badge to speak of. */
const NO_BADGE = { not_public: "unknown", not_a_badge: "unreadable", not_reached: "unreached" } as const;

const findNoBadge = ({ badge, checks }: VerificationResult) => {
  const reason = badge ? null : checks[0]?.reason;
  return reason && reason in NO_BADGE ? NO_BADGE[reason as keyof typeof NO_BADGE] : null;
};

/** Returns the key of the title, and that of the text. Some texts differ for badges of this service and of others. */
function chooseTexts(result: VerificationResult) {
  const { status, issued_here: isOurs } = result;
  const noBadge = findNoBadge(result);
  if (noBadge) return { title: `${noBadge}.title`, text: `${noBadge}.text`, tone: "neutral" } as const;
  const [title, tone] = [`${status}.title`, TONES[status]] as const;
  if (status === "valid" || status === "expired" || status === "revoked")
    return { title, tone, text: `${status}.${isOurs ? "here" : "elsewhere"}` } as const;
  return { title, tone, text: `${status}.text` } as const;
}

function useRevocationFacts(
  { badge, revocation, status }: VerificationResult,
  day: (date: string) => string,
): Fact[] {
  const t = useTranslations("verify");
  if (!badge) return [];
  const start = status === "not_yet_valid" ? "fact.valid_from" : "fact.issued_on";
  const issued = { term: t(start), value: day(badge.issued_on) };
  if (!revocation)
    return [
      { term: t("fact.earner"), value: badge.earner ?? t("fact.no_earner") },
      issued,
      {
        term: t("fact.expires_on"),
        value: badge.expires_on ? day(badge.expires_on) : t("fact.never"),
      },
    ];
  const { on, reason } = revocation;
  const reasonText = <span className="whitespace-pre-line">{reason}</span>;
  return [
    issued,
    { term: t("fact.revoked_on"), value: day(on) },
    ...(reason ? [{ term: t("fact.reason"), value: reasonText }] : []),
  ];
}

/** Returns the facts of a badge: when and why it was revoked, or otherwise its earner and dates. */
function useVerificationFacts(result: VerificationResult): Fact[] {
  const t = useTranslations("verify");
  const verification = useTranslations("public.verification");
  const format = useFormatter();
  const day = (date: string) =>
    format.dateTime(new Date(`${date}T00:00:00Z`), { dateStyle: "long", timeZone: "UTC" });
  const rest = useRevocationFacts(result, day);
  const { badge, issuer, issued_here: isOurs, checked_at } = result;
  if (!badge) return [];
  const moment = format.dateTime(new Date(checked_at), {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "UTC",
  });
  return [
    { term: t("fact.badge"), value: badge.name },
    ...(issuer ? [{ term: t("fact.issuer"), value: issuer.name }] : []),
    ...(issuer?.domain
      ? [{ term: verification("domain"), value: <DatedDomain domain={issuer.domain} /> }]
      : []),
    ...(issuer?.host && !isOurs ? [{ term: t("fact.host"), value: issuer.host }] : []),
    ...rest,
    { term: t("fact.checked"), value: t("fact.moment", { moment }) },
  ];
}

/** The result of a verification: the verdict as text, what was altered, the facts of the badge, and every check. */
export function VerificationView({ result }: { result: VerificationResult }) {
  const t = useTranslations("verify");
  const facts = useVerificationFacts(result);
  const { title, text, tone } = chooseTexts(result);
  const { status, url, issued_here: isOurs, checks, differences, extensions, badge } = result;
  return (
    <section aria-labelledby="verdict" className="flex flex-col gap-6">
      <Notice tone={tone}>
        <h2 id="verdict" className="font-heading text-2xl text-ink">
          {t(title)}
        </h2>
        <p className="mt-2 text-ink">{t(text)}</p>
      </Notice>
      <TestNotice issuer={{ is_test: badge?.is_test ?? false }} />
      {differences.length > 0 ? <DifferenceTable differences={differences} /> : null}
      {facts.length > 0 ? <Facts facts={facts} /> : null}
      {findNoBadge(result) ? null : <CheckList checks={checks} />}
      <ExtensionList extensions={extensions} />
      {url && /^https?:/.test(url) ? (
        <p className="text-sm">
          <a
            href={url}
            rel={isOurs ? undefined : "nofollow noopener noreferrer"}
            className="inline-flex min-h-6 items-center text-accent underline underline-offset-4 wrap-anywhere"
          >
            {t(status === "replaced" ? "open_newest" : "open")}
          </a>
        </p>
      ) : null}
    </section>
  );
}
