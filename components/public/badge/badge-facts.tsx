import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LocalDate } from "@/components/ui/time/local-date";
import type { DatedValidity } from "@/lib/badges/issued/choices";
import type { IssuedBadge } from "@/lib/badges/issued/schema";
import type { ShownIssuer } from "./badge-hero";
import { DatedDomain } from "./verified-domain";

type Fact = { label: string; value: ReactNode };

const FactList = ({ facts, isPaired = false }: { facts: Fact[]; isPaired?: boolean }) => (
  <dl
    className={`grid gap-x-5 gap-y-3.5 text-sm print:grid-cols-3 ${isPaired ? "grid-cols-2 md:grid-cols-1" : ""}`}
  >
    {facts.map(({ label, value }) => (
      <div key={label}>
        <dt className="text-ink-faint">{label}</dt>
        <dd className="mt-0.5">{value}</dd>
      </div>
    ))}
  </dl>
);

const optionalFact = (label: string, value: string | null): Fact[] => (value ? [{ label, value }] : []);

const LEVELS = ["foundational", "intermediate", "advanced"] as const;

/** Returns a function that translates the level of a template. A level outside of the specification is unchanged. */
function useLevel(): (level: string | null) => string | null {
  const t = useTranslations("public.levels");
  return (level) => {
    const known = LEVELS.find((one) => one === level?.toLowerCase());
    return known ? t(known) : level;
  };
}

type Template = Pick<
  IssuedBadge["badge_template"],
  | "level"
  | "type_category"
  | "achievement_type"
  | "time_to_earn"
  | "cost"
  | "enable_detail_attribute_visibility"
>;

/**
 * Level, types, time to earn and cost of a template, where given and unless its issuer hides them. That it is a badge is
 * clear without words.
 */
function useTemplateFacts(template: Template): Fact[] {
  const { level, type_category, achievement_type: achievement, time_to_earn, cost } = template;
  const t = useTranslations("public.facts");
  const translateType = useTranslations("public.achievement_types");
  const translateLevel = useLevel();
  if (!template.enable_detail_attribute_visibility) return [];
  return [
    ...optionalFact(t("level"), translateLevel(level)),
    ...optionalFact(t("type"), type_category),
    ...optionalFact(t("achievement_type"), achievement === "Badge" ? null : translateType(achievement)),
    ...optionalFact(t("time_to_earn"), time_to_earn),
    ...optionalFact(t("cost"), cost),
  ];
}

/** The facts of a template on its public page. */
export function TemplateFacts({
  template,
  issuer,
}: {
  template: Template & { default_expires_at_type: string | null };
  issuer: ShownIssuer;
}) {
  const t = useTranslations("public");
  const isLimited = template.default_expires_at_type !== null;
  const validity = isLimited ? t("template.validity_limited") : t("facts.never");
  return (
    <FactList
      isPaired
      facts={[
        { label: t("template.validity"), value: validity },
        ...useTemplateFacts(template),
        ...(issuer.domain
          ? [{ label: t("verification.domain"), value: <DatedDomain domain={issuer.domain} /> }]
          : []),
      ]}
    />
  );
}

/** The dates and other facts of a badge. */
export function BadgeFacts({ badge, validity }: { badge: IssuedBadge; validity: DatedValidity }) {
  const t = useTranslations("public.facts");
  const { badge_template: template, expires_at_date: expires } = badge;
  return (
    <FactList
      isPaired
      facts={[
        {
          label: t(validity === "not_yet_valid" ? "valid_from" : "issued_on"),
          value: <LocalDate value={badge.issued_at_date} />,
        },
        {
          label: t(validity === "expired" ? "expired_on" : "valid_until"),
          value: expires ? <LocalDate value={expires} /> : t("never"),
        },
        ...useTemplateFacts(template),
      ]}
    />
  );
}

type VerificationProps = { badge: IssuedBadge; issuer: ShownIssuer; validity: DatedValidity };

/** The text colour of each validity. */
export const VALIDITY_INK = {
  valid: "text-positive",
  expired: "text-negative",
  not_yet_valid: "text-caution",
} as const satisfies Record<DatedValidity, string>;

/** The verified status of a badge. The page is current at each request (lib/http/server/public-documents.ts). */
export function VerificationPanel({ badge, issuer, validity }: VerificationProps) {
  const t = useTranslations("public");
  return (
    <section
      aria-labelledby="verification"
      className="rounded-xl border border-line bg-sunken p-5 print:break-inside-avoid"
    >
      <h2 id="verification" className="font-heading mb-4 text-xl">
        {t("verification.title")}
      </h2>
      <FactList
        facts={[
          {
            label: t("verification.status"),
            value: <strong className={VALIDITY_INK[validity]}>{t(`verification.${validity}`)}</strong>,
          },
          { label: t("verification.issued_by"), value: <span className="font-medium">{issuer.name}</span> },
          ...(issuer.domain
            ? [{ label: t("verification.domain"), value: <DatedDomain domain={issuer.domain} /> }]
            : []),
          { label: t("verification.issued_to"), value: badge.issued_to || t("verification.not_named") },
          {
            label: t("verification.id"),
            value: <span className="font-mono text-[0.8125rem]">{badge.id}</span>,
          },
        ]}
      />
      <p className="mt-4 text-[0.8125rem] text-ink-soft print:hidden">{t("verification.fresh")}</p>
      <p className="mt-4 hidden text-sm print:block">
        {t("verification.again", { address: badge.badge_url })}
      </p>
    </section>
  );
}
