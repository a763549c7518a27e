import { DateText, MomentText } from "@/components/ui/time";
import type { ReactNode } from "react";
import type { IssuedBadge } from "@/lib/issued-badges/schema";
import { IssuerName, type ShownIssuer } from "./badge-hero";

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

const given = (label: string, value: string | null): Fact[] => (value ? [{ label, value }] : []);

/** Dates and other particulars of a badge. */
export function BadgeFacts({ badge, isExpired }: { badge: IssuedBadge; isExpired: boolean }) {
  const { badge_template: template, expires_at_date: expires } = badge;
  return (
    <FactList
      isPaired
      facts={[
        { label: "Issued on", value: <DateText value={badge.issued_at_date} /> },
        {
          label: isExpired ? "Expired on" : "Valid until",
          value: expires ? <DateText value={expires} /> : "Does not expire",
        },
        ...given("Level", template.level),
        ...given("Type", template.type_category),
        ...given("Time to earn", template.time_to_earn),
        ...given("Cost", template.cost),
      ]}
    />
  );
}

type VerificationProps = { badge: IssuedBadge; issuer: ShownIssuer; isExpired: boolean; checkedAt: string };

/** What was checked just now, for whoever relies on the badge. */
export const VerificationPanel = ({ badge, issuer, isExpired, checkedAt }: VerificationProps) => (
  <section
    aria-labelledby="verification"
    className="rounded-xl border border-line bg-sunken p-5 print:break-inside-avoid"
  >
    <h2 id="verification" className="font-heading mb-4 text-xl">
      Verification
    </h2>
    <FactList
      facts={[
        {
          label: "Status",
          value: isExpired ? (
            <strong className="text-negative">Expired</strong>
          ) : (
            <strong className="text-positive">Valid</strong>
          ),
        },
        { label: "Issued by", value: <IssuerName issuer={issuer} /> },
        ...(issuer.domain ? [] : [{ label: "Issuer’s domain", value: "Not verified" }]),
        { label: "Issued to", value: badge.issued_to || "Not named" },
        { label: "Badge ID", value: <span className="font-mono text-[0.8125rem]">{badge.id}</span> },
        { label: "Checked", value: <MomentText value={checkedAt} /> },
      ]}
    />
    <p className="mt-4 hidden text-sm print:block">Check again at {badge.badge_url}</p>
  </section>
);
