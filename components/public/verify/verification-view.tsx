import { useFormatter, useTranslations } from "next-intl";
import { TestNotice } from "@/components/public/badge/test-notice";
import { DatedDomain } from "@/components/public/badge/verified-domain";
import { Facts, type Fact } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import type { VerificationResult } from "@/lib/credentials/verification/schema";
import { CircleCheck, CircleHelp, CircleX } from "lucide-react";
import { LabelledText } from "@/components/ui/labelled-text";

/** What the issuer signed besides, which nothing checks. Plain text, closed at first. Nothing when there is none. */
function ExtensionList({ extensions }: Pick<VerificationResult, "extensions">) {
  const t = useTranslations("verify.extension");
  if (extensions.length === 0) return null;
  return (
    <details className="text-sm">
      <summary className="min-h-6 cursor-pointer text-ink-faint">{t("title")}</summary>
      <p className="mt-3 max-w-prose text-ink-soft">{t("text")}</p>
      <dl className="mt-3 divide-y divide-line border-y border-line">
        {extensions.map(({ path, text }, index) => (
          // Two long paths can be cut to the same text.
          <div key={`${index} ${path}`} className="flex flex-col gap-1 py-2.5">
            <dt>
              <code className="wrap-anywhere text-ink-faint">{path}</code>
            </dt>
            <dd dir="auto" className="wrap-anywhere">
              {text}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Where a copy differs from what was issued. */
function DifferenceTable({ differences }: Pick<VerificationResult, "differences">) {
  const t = useTranslations("verify.difference");
  return (
    <div className="flex flex-col gap-3 text-sm">
      <h3 className="font-medium">{t("title")}</h3>
      <ul className="divide-y divide-line border-y border-line">
        {differences.map(({ field, issued, given }) => (
          <li key={field} className="flex flex-col gap-1 py-2.5">
            <code className="wrap-anywhere text-ink-faint">{field}</code>
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-0.5">
              <dt className="text-ink-faint">{t("issued")}</dt>
              <dd className="wrap-anywhere">{issued ?? t("missing")}</dd>
              <dt className="text-ink-faint">{t("given")}</dt>
              <dd className="wrap-anywhere font-medium">{given ?? t("missing")}</dd>
            </dl>
          </li>
        ))}
      </ul>
    </div>
  );
}

type Check = VerificationResult["checks"][number];

const ICONS = {
  passed: { Icon: CircleCheck, className: "text-positive" },
  failed: { Icon: CircleX, className: "text-negative" },
  unknown: { Icon: CircleHelp, className: "text-caution" },
} as const;

function CheckLine({ check, result, reason, detail }: Check) {
  const t = useTranslations("verify");
  const { Icon, className } = ICONS[result];
  return (
    <li className="flex items-start gap-2.5">
      <Icon className={`mt-0.5 size-4 shrink-0 ${className}`} aria-hidden="true" />
      <span className="wrap-anywhere">
        <LabelledText
          label={t(`outcome.${result}`)}
          text={reason === null ? t(`check.${check}`) : t(`reason.${reason}`)}
        />
        {detail ? <span className="text-ink-faint"> ({detail})</span> : null}
      </span>
    </li>
  );
}

/** Every check that was made, with its result. They appear one after the other. */
function CheckList({ checks }: Pick<VerificationResult, "checks">) {
  const t = useTranslations("verify");
  return (
    <div className="flex flex-col gap-3 text-sm">
      <h3 className="font-medium">{t("check.title")}</h3>
      <ul className="appear-in-turn flex flex-col gap-2">
        {checks.map((check) => (
          <CheckLine key={check.check} {...check} />
        ))}
      </ul>
    </div>
  );
}

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
