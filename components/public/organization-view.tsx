import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { OutsideLink } from "@/components/public/badge/outside-link";
import { DatedDomain } from "@/components/public/badge/verified-domain";
import { Picture } from "@/components/ui/picture";
import type { PublicOrganization } from "@/lib/credentials/public-pages/schema";
import { CardGrid } from "./card-grid";

type Fact = { label: string; value: ReactNode };

const optionalFact = (label: string, value: ReactNode): Fact[] => (value ? [{ label, value }] : []);

const webLink = (url: string | null, text = url): ReactNode =>
  url ? <OutsideLink href={url}>{text}</OutsideLink> : null;

function OrganizationFacts({ organization }: { organization: PublicOrganization }) {
  const t = useTranslations("public.organization");
  const verification = useTranslations("public.verification");
  const { issuer, location, support_url: support, links } = organization;
  const { domain } = issuer;
  const verifiedDomain = domain ? <DatedDomain domain={domain} /> : null;
  const socialLinks = links.map(({ name, url }) => (
    <span key={name} className="me-3 inline-block">
      <OutsideLink href={url}>{name}</OutsideLink>
    </span>
  ));
  const facts = [
    ...optionalFact(verification("domain"), verifiedDomain),
    ...optionalFact(t("website"), domain?.website ? null : webLink(issuer.website)),
    ...optionalFact(t("location"), location),
    ...optionalFact(t("support"), webLink(support)),
    ...optionalFact(t("elsewhere"), socialLinks.length > 0 ? socialLinks : null),
  ];
  if (facts.length === 0) return null;
  return (
    <dl className="mt-6 grid gap-x-8 gap-y-3.5 text-sm sm:grid-cols-2">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt className="text-ink-faint">{label}</dt>
          <dd className="mt-0.5">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The public page of an organization: its facts and its badge templates. */
export function OrganizationView({ organization }: { organization: PublicOrganization }) {
  const t = useTranslations("public.organization");
  const { issuer, bio, templates } = organization;
  return (
    <article>
      <header className="flex flex-col items-start gap-6 sm:flex-row sm:gap-8">
        {issuer.photo_url ? (
          <Picture
            src={issuer.photo_url}
            alt=""
            width={112}
            height={112}
            className="size-28 shrink-0 rounded-xl border border-line object-contain"
          />
        ) : null}
        <div className="min-w-0">
          <p className="mb-2 text-base text-ink-soft">{t("kicker")}</p>
          <h1 className="font-heading text-[2.125rem] leading-[1.1] sm:text-5xl">{issuer.name}</h1>
          {bio ? <p className="mt-5 max-w-prose text-base whitespace-pre-line">{bio}</p> : null}
          <OrganizationFacts organization={organization} />
        </div>
      </header>
      <section aria-labelledby="badges" className="mt-12 border-t border-line pt-8">
        <h2 id="badges" className="font-heading mb-6 text-2xl">
          {t("templates", { count: templates.total })}
        </h2>
        {templates.cards.length > 0 ? (
          <CardGrid list={templates} path={issuer.path} />
        ) : (
          <p className="text-ink-soft">{t("none", { name: issuer.name })}</p>
        )}
      </section>
    </article>
  );
}
