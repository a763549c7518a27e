import { CircleAlert, Clock, FileText, ShieldCheck } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import type { DatedValidity } from "@/lib/badges/issued/choices";
import type { IssuedBadge } from "@/lib/badges/issued/schema";
import type { PublicEndorsement } from "@/lib/credentials/endorsements/schema";
import type { PublicEarner, PublicIssuer, PublicRelated } from "@/lib/credentials/public-pages/schema";
import { BadgeColumns } from "./badge-columns";
import { BadgeFacts, VerificationPanel } from "./badge-facts";
import { BadgeHero } from "./badge-hero";
import { TemplateSections } from "./badge-sections";
import { EndorsementsSection } from "./endorsements-section";
import { EvidenceSection } from "./evidence-section";
import { RelatedSection } from "./related-section";
import { ResultsSection } from "./results-section";
import { buttonClass } from "@/components/ui/button";
import { buildMailtoUrl, buildPostAddress, sharePath } from "./share-address";

const LINK =
  "inline-flex min-h-9 items-center rounded-lg px-2.5 text-ink-soft underline decoration-line underline-offset-4 hover:bg-sunken hover:text-ink";

/** The networks in which somebody who looks at a badge can share it, with the names of their texts. */
const NETWORKS = [
  { network: "linkedin_post", name: "linkedin" },
  { network: "x", name: "x" },
  { network: "whatsapp", name: "whatsapp" },
] as const;

/**
 * Links that share a public badge. They need no JavaScript and send nothing to other services before they are opened.
 * Our own paths count them. Exported files lead straight to `data-href` (lib/credentials/static-export).
 */
export function ShareLinks({ badge, text }: { badge: IssuedBadge; text: string }) {
  const t = useTranslations("public.share");
  return (
    <nav aria-labelledby="share" className="mt-4 flex flex-wrap items-center gap-x-1 text-sm print:hidden">
      <span id="share" className="me-1.5 text-ink-faint">
        {t("label")}
      </span>
      {NETWORKS.map(({ network, name }) => (
        <a
          key={network}
          href={sharePath(badge.id, network)}
          data-href={buildPostAddress(network, badge.badge_url, text)}
          rel="nofollow noopener noreferrer"
          className={LINK}
        >
          {t(name)}
        </a>
      ))}
      <a href={buildMailtoUrl(text, badge.badge_url)} className={LINK}>
        {t("mail")}
      </a>
    </nav>
  );
}

/** Links from a badge to its verification, its certificate and its template. */
function BadgeLinks({ badge }: { badge: IssuedBadge }) {
  const t = useTranslations("public.actions");
  const { badge_template: template } = badge;
  const isOpen = template.public && template.state === "active";
  return (
    <nav aria-label={t("label")} className="mt-7 flex flex-wrap gap-3 print:hidden">
      <a
        href={`/verify?url=${encodeURIComponent(badge.badge_url)}`}
        className={buttonClass({}, "max-w-full shrink whitespace-normal py-2 text-center")}
      >
        <ShieldCheck className="size-4 shrink-0" aria-hidden="true" />
        {t("verify")}
      </a>
      <a
        href={`/badges/${badge.id}/certificate.pdf`}
        className={buttonClass({ variant: "secondary" }, "max-w-full shrink py-2")}
      >
        <FileText className="size-4 shrink-0" aria-hidden="true" />
        {t("certificate")}
      </a>
      {isOpen ? (
        <a
          href={`/org/${template.owner.vanity_slug}/badges/${template.id}`}
          className="inline-flex min-h-10 items-center text-sm text-ink-soft underline decoration-line underline-offset-4 hover:decoration-ink"
        >
          {t("template")}
        </a>
      ) : null}
    </nav>
  );
}

type BadgeViewProps = {
  badge: IssuedBadge;
  issuer: PublicIssuer;
  earner: PublicEarner | null;
  validity: DatedValidity;
  endorsements: PublicEndorsement[];
  related: PublicRelated;
};

const BANNERS = {
  expired: { Icon: CircleAlert, box: "border-negative bg-negative-soft", ink: "text-negative" },
  not_yet_valid: { Icon: Clock, box: "border-caution bg-caution-soft", ink: "text-caution" },
} as const;

/** Says that the badge is not valid now, and until or from when it is. */
function ValidityBanner({ validity, date }: { validity: keyof typeof BANNERS; date: string }) {
  const t = useTranslations(`public.${validity}`);
  const format = useFormatter();
  const { Icon, box, ink } = BANNERS[validity];
  return (
    <div className={`mb-10 flex items-start gap-3 rounded-xl border p-5 ${box}`}>
      <Icon className={`mt-0.5 size-6 shrink-0 ${ink}`} aria-hidden="true" strokeWidth={1.75} />
      <div>
        <p className="font-heading text-2xl leading-tight">{t("title")}</p>
        <p className="mt-1 text-ink-soft">
          {t("text", { date: format.dateTime(new Date(date), { dateStyle: "long", timeZone: "UTC" }) })}
        </p>
      </div>
    </div>
  );
}

/** The earner's name, linked to their public profile if there is one. */
function Kicker({ badge, earner }: Pick<BadgeViewProps, "badge" | "earner">) {
  const t = useTranslations("public.badge");
  if (!badge.issued_to) return <>{t("earned_unnamed")}</>;
  return (
    <>
      {t.rich("earned_by", {
        earner: badge.issued_to,
        strong: (name) =>
          earner ? (
            <a
              href={earner.path}
              className="font-medium text-ink underline decoration-line decoration-1 underline-offset-4 hover:decoration-ink"
            >
              {name}
            </a>
          ) : (
            <span className="font-medium text-ink">{name}</span>
          ),
      })}
    </>
  );
}

/** The public view of one accepted badge. */
export function BadgeView({ badge, issuer, earner, validity, endorsements, related }: BadgeViewProps) {
  const { badge_template: template } = badge;
  const t = useTranslations("public.badge");
  const shareText = badge.issued_to
    ? t("title", { badge: template.name, earner: badge.issued_to })
    : template.name;
  return (
    <article>
      {validity === "expired" ? (
        <ValidityBanner validity={validity} date={badge.expires_at_date ?? badge.issued_at_date} />
      ) : null}
      {validity === "not_yet_valid" ? (
        <ValidityBanner validity={validity} date={badge.issued_at_date} />
      ) : null}
      <BadgeHero
        badge={badge}
        issuer={issuer}
        kicker={<Kicker badge={badge} earner={earner} />}
        title={template.name}
      >
        <p className="mt-5 max-w-prose text-base whitespace-pre-line">{template.description}</p>
        <BadgeLinks badge={badge} />
        <ShareLinks badge={badge} text={shareText} />
      </BadgeHero>
      <BadgeColumns
        facts={<BadgeFacts badge={badge} validity={validity} />}
        aside={<VerificationPanel badge={badge} issuer={issuer} validity={validity} />}
      >
        <TemplateSections template={template} skillPaths={related.skillPaths}>
          <ResultsSection results={badge.results} />
          <EvidenceSection evidence={badge.evidence} />
        </TemplateSections>
        <EndorsementsSection endorsements={endorsements} />
      </BadgeColumns>
      <RelatedSection list={related.list} />
    </article>
  );
}
