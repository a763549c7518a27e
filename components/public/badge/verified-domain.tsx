import { BadgeCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { LocalDate } from "@/components/ui/time/local-date";
import type { PublicDomain } from "@/lib/credentials/public-pages/schema";
import { OutsideLink } from "./outside-link";

type VerifiedDomainProps = {
  domain: PublicDomain;
  /** The text for screen readers in place of the icon. */
  verified?: string;
  /** Whether the domain links to the website; not inside pages of other sites. */
  isLinked?: boolean;
};

/** A domain with the icon of a verified one. */
export function VerifiedDomain({ domain, verified, isLinked = true }: VerifiedDomainProps) {
  const name = <span className="font-medium wrap-anywhere">{domain.name}</span>;
  return (
    <>
      <BadgeCheck className="me-1 inline size-[1.15em] align-[-0.2em] text-accent" aria-hidden="true" />
      {verified ? <span className="sr-only">{verified} </span> : null}
      {domain.website && isLinked ? (
        <OutsideLink href={domain.website} countedAt={domain.visit_path}>
          {name}
        </OutsideLink>
      ) : (
        name
      )}
    </>
  );
}

/** A verified domain with the date of its verification. */
export function DatedDomain({ domain }: { domain: PublicDomain }) {
  const t = useTranslations("public.verification");
  return (
    <>
      <VerifiedDomain domain={domain} />
      <span className="block text-ink-faint">
        {t.rich("verified_since", { date: () => <LocalDate value={domain.verified_at} /> })}
      </span>
    </>
  );
}
