import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { OutsideLink } from "@/components/public/badge/outside-link";
import { DatedDomain } from "@/components/public/badge/verified-domain";
import { TestNotice } from "@/components/public/badge/test-notice";
import { buttonClass, Button } from "@/components/ui/button";
import { Picture } from "@/components/ui/picture";
import type { PublicOrganization } from "@/lib/credentials/public-pages/schema";
import { CardGrid } from "./card-grid";
import { Search } from "lucide-react";
import { Field, Input, Select } from "@/components/ui/form/field";

type TemplateSearchProps = { path: string; filter: PublicOrganization["filter"]; skills: string[] };

/** A form that searches an organization's badges by words and by skill. It works without JavaScript. */
function TemplateSearch({ path, filter, skills }: TemplateSearchProps) {
  const t = useTranslations("public.search");
  return (
    <search className="print:hidden">
      <form method="get" action={path} className="mb-8 flex flex-wrap items-end gap-4">
        <Field className="min-w-56 flex-[2]" label={t("words")}>
          {(control) => (
            <Input
              {...control}
              name="q"
              type="search"
              autoComplete="off"
              maxLength={255}
              defaultValue={filter.query}
            />
          )}
        </Field>
        {skills.length > 0 ? (
          <Field className="min-w-48 flex-1" label={t("skill")}>
            {(control) => (
              <Select {...control} name="skill" defaultValue={filter.skill}>
                <option value="">{t("all_skills")}</option>
                {skills.map((skill) => (
                  <option key={skill} value={skill}>
                    {skill}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        ) : null}
        <Button type="submit" variant="secondary">
          <Search className="size-4" aria-hidden="true" />
          {t("action")}
        </Button>
      </form>
    </search>
  );
}

type OrganizationViewProps = { organization: PublicOrganization };
type Fact = { label: string; value: ReactNode };

const optionalFact = (label: string, value: ReactNode): Fact[] => (value ? [{ label, value }] : []);

const webLink = (url: string | null, text = url): ReactNode =>
  url ? <OutsideLink href={url}>{text}</OutsideLink> : null;

function OrganizationFacts({ organization }: OrganizationViewProps) {
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

/** So few badges are seen at a glance. */
const SEARCHED_FROM = 7;

function NoMatch({ path }: { path: string }) {
  const t = useTranslations("public.search");
  return (
    <div className="rounded-xl border border-line px-6 py-12 text-center">
      <p className="font-heading text-xl">{t("none")}</p>
      <p className="mt-1 text-ink-soft">{t("hint")}</p>
      <p className="mt-5">
        <a href={path} className={buttonClass({ variant: "secondary" })}>
          {t("clear")}
        </a>
      </p>
    </div>
  );
}

const isFiltered = ({ filter }: PublicOrganization): boolean => filter.query !== "" || filter.skill !== "";

function TemplateCards({ organization }: OrganizationViewProps) {
  const t = useTranslations("public.organization");
  const { issuer, templates, parameters } = organization;
  if (templates.cards.length > 0) {
    return <CardGrid list={templates} path={issuer.path} parameters={parameters} />;
  }
  if (isFiltered(organization)) return <NoMatch path={issuer.path} />;
  return (
    <p className="rounded-xl border border-line px-6 py-12 text-center text-ink-soft">
      {t("none", { name: issuer.name })}
    </p>
  );
}

function TemplateList({ organization }: OrganizationViewProps) {
  const t = useTranslations("public.organization");
  const search = useTranslations("public.search");
  const { issuer, templates, filter, skills } = organization;
  const isSearch = isFiltered(organization);
  return (
    <section aria-labelledby="badges" className="mt-12 border-t border-line pt-8">
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id="badges" className="font-heading text-2xl">
          {isSearch
            ? search("results", { count: templates.total })
            : t("templates", { count: templates.total })}
        </h2>
        {isSearch && templates.total > 0 ? (
          <a
            href={issuer.path}
            className="inline-flex min-h-9 items-center text-sm text-ink-soft underline decoration-line underline-offset-4 hover:decoration-ink"
          >
            {search("clear")}
          </a>
        ) : null}
      </div>
      {isSearch || templates.total >= SEARCHED_FROM ? (
        <TemplateSearch path={issuer.path} filter={filter} skills={skills} />
      ) : null}
      <TemplateCards organization={organization} />
    </section>
  );
}

/** The organization's cover, or a band in its colour. Text never stands on either. */
const Cover = ({ url }: { url: string | null }) =>
  url ? (
    <Picture
      src={url}
      alt=""
      width={1440}
      height={360}
      className="mb-6 h-auto w-full rounded-xl border border-line"
    />
  ) : (
    <div
      aria-hidden="true"
      className="mb-8 h-1.5 rounded-full bg-accent forced-color-adjust-none print:hidden"
    />
  );

/** The public page of an organization: its facts and its badge templates. */
export function OrganizationView({ organization }: OrganizationViewProps) {
  const t = useTranslations("public.organization");
  const { issuer, bio, cover_url: cover } = organization;
  return (
    <article>
      <TestNotice issuer={issuer} />
      <Cover url={cover} />
      <header className="flex flex-col items-start gap-6 sm:flex-row sm:gap-8">
        {issuer.photo_url ? (
          <Picture
            src={issuer.photo_url}
            alt=""
            width={112}
            height={112}
            className={`size-28 shrink-0 rounded-xl border border-line bg-white object-contain ${cover ? "relative -mt-16 ms-5 sm:-mt-14 sm:ms-8" : ""}`}
          />
        ) : null}
        <div className="min-w-0">
          <p className="mb-2 text-base text-ink-soft">{t("kicker")}</p>
          <h1 className="font-heading text-[2.125rem] leading-[1.1] sm:text-5xl">{issuer.name}</h1>
          {bio ? <p className="mt-5 max-w-prose text-base whitespace-pre-line">{bio}</p> : null}
          <OrganizationFacts organization={organization} />
        </div>
      </header>
      <TemplateList organization={organization} />
    </article>
  );
}
