import { ArrowUpRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { BadgeColumns } from "@/components/public/badge/badge-columns";
import { TemplateFacts } from "@/components/public/badge/badge-facts";
import { BadgeHero } from "@/components/public/badge/badge-hero";
import { EndorsementsSection } from "@/components/public/badge/endorsements-section";
import { RelatedSection } from "@/components/public/badge/related-section";
import { TemplateSections } from "@/components/public/badge/badge-sections";
import { buttonClass } from "@/components/ui/button";
import type { BadgeTemplate } from "@/lib/badges/templates/schema";
import type { PublicEndorsement } from "@/lib/credentials/endorsements/schema";
import type { PublicIssuer, PublicRelated } from "@/lib/credentials/public-pages/schema";

type TemplateViewProps = {
  template: BadgeTemplate;
  issuer: PublicIssuer;
  /** Where the badge can be earned, and our own path that counts the click and leads there. */
  earn: { url: string; countedAt: string } | null;
  endorsements: PublicEndorsement[];
  related: PublicRelated;
};

const isWebUrl = (url: string): boolean => /^https?:\/\//i.test(url);

/** A link to where the badge can be earned. Issuers can turn it off. */
function EarnLink({ earn }: Pick<TemplateViewProps, "earn">) {
  const t = useTranslations("public.template");
  if (!earn || !isWebUrl(earn.url)) return null;
  return (
    <div className="mt-7 print:hidden">
      <a
        href={earn.countedAt}
        data-href={earn.url}
        rel="nofollow noopener noreferrer ugc"
        className={buttonClass({}, "max-w-full shrink whitespace-normal py-2")}
      >
        {t("earn")}
        <ArrowUpRight className="size-4 shrink-0" aria-hidden="true" />
      </a>
      <p className="mt-3 max-w-prose text-[0.8125rem] text-ink-soft">{t("at_issuer")}</p>
    </div>
  );
}

/** The public page of a badge template: what the badge means and how to earn it. */
export function TemplateView({ template, issuer, earn, endorsements, related }: TemplateViewProps) {
  const t = useTranslations("public.template");
  return (
    <article>
      <BadgeHero
        badge={{ image: template.image, badge_template: template }}
        issuer={issuer}
        kicker={t("kicker")}
        title={template.name}
      >
        <p className="mt-5 max-w-prose text-base whitespace-pre-line">{template.description}</p>
        <EarnLink earn={earn} />
      </BadgeHero>
      <BadgeColumns facts={<TemplateFacts template={template} issuer={issuer} />}>
        <TemplateSections template={template} skillPaths={related.skillPaths} />
        <EndorsementsSection endorsements={endorsements} />
      </BadgeColumns>
      <RelatedSection list={related.list} />
    </article>
  );
}
