import { useTranslations } from "next-intl";
import type { PublicEndorsement } from "@/lib/credentials/endorsements/schema";
import { BadgeSection } from "./badge-sections";
import { VerifiedDomain } from "./verified-domain";

function EndorsementItem({
  endorsement: { name, path, domain, comment },
}: {
  endorsement: PublicEndorsement;
}) {
  const t = useTranslations("public.badge");
  return (
    <li>
      <p>
        <a
          href={path}
          className="font-medium underline decoration-line decoration-1 underline-offset-4 hover:decoration-ink"
        >
          {name}
        </a>
        {domain ? (
          <span className="ms-2 text-sm">
            <VerifiedDomain domain={domain} verified={t("verified_domain")} />
          </span>
        ) : null}
      </p>
      <blockquote className="mt-1 max-w-prose border-s-2 border-line ps-4 whitespace-pre-line text-ink-soft">
        {comment}
      </blockquote>
    </li>
  );
}

/** The organizations that endorse a badge, and what they say about it. Renders nothing without endorsements. */
export function EndorsementsSection({ endorsements }: { endorsements: PublicEndorsement[] }) {
  const t = useTranslations("public.sections");
  return endorsements.length === 0 ? null : (
    <BadgeSection title={t("endorsements")}>
      <ul className="flex flex-col gap-6">
        {endorsements.map((endorsement) => (
          <EndorsementItem key={endorsement.id} endorsement={endorsement} />
        ))}
      </ul>
    </BadgeSection>
  );
}
