import { ArrowUpRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { BadgeColumns } from "@/components/public/badge/badge-columns";
import { TemplateFacts } from "@/components/public/badge/badge-facts";
import { BadgeHero } from "@/components/public/badge/badge-hero";
import { EndorsementsSection } from "@/components/public/badge/endorsements-section";
import { TemplateSections } from "@/components/public/badge/badge-sections";
import { buttonClass } from "@/components/ui/button";
import type { BadgeTemplate } from "@/lib/badges/templates/schema";
import type { PublicEndorsement } from "@/lib/credentials/endorsements/schema";
import type { PublicIssuer } from "@/lib/credentials/public-pages/schema";

type TemplateViewProps = {
  template: BadgeTemplate;
  issuer: PublicIssuer;
  endorsements: PublicEndorsement[];
};

const isWebUrl = (url: string | null): url is string => url !== null && /^https?:\/\//i.test(url);

/** A link to where the badge can be earned. Issuers can turn it off. */
function EarnLink({ template }: { template: BadgeTemplate }) {
  const t = useTranslations("public.template");
  const earnUrl = template.earn_this_badge_url ?? template.global_activity_url;
  if (!template.enable_earn_this_badge || !isWebUrl(earnUrl)) return null;
  return (
    <div className="mt-7 print:hidden">
      <a
        href={earnUrl}
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
export function TemplateView({ template, issuer, endorsements }: TemplateViewProps) {
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
        <EarnLink template={template} />
      </BadgeHero>
      <BadgeColumns facts={<TemplateFacts template={template} issuer={issuer} />}>
        <TemplateSections template={template} />
        <EndorsementsSection endorsements={endorsements} />
      </BadgeColumns>
    </article>
  );
}
