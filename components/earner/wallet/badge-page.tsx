import { useTranslations } from "next-intl";
import Link from "next/link";
import { Facts, Section, type Fact } from "@/components/ui/facts";
import { LocalDate } from "@/components/ui/local-date";
import { Picture } from "@/components/ui/picture";
import { Tag } from "@/components/ui/tag";
import type { WalletBadge } from "@/lib/badges/issued/schema";
import type { WalletCopy } from "@/lib/credentials/wallet-issuance/schema";
import { ResultList, ResultsNotice } from "@/components/public/badge/results-section";
import { AcceptedMoment } from "./accepted-moment";
import { AnswerButtons } from "./answer-buttons";
import { BadgeNotice } from "./badge-notice";
import { issuerName, displayState, type DisplayState } from "./display-state";
import { BadgeTags } from "./badge-tags";
import { DownloadSection } from "./download-section";
import { ExpiringNotice } from "./expiring-badges";
import { DeclineAccepted } from "./decline-accepted";
import { PrivacySwitch } from "./privacy-switch";
import { ShareSection } from "./share-section";
import { WalletSection } from "./wallet-section";

function BadgeFacts({ badge, standing }: { badge: WalletBadge; standing: DisplayState }) {
  const t = useTranslations("wallet.badge");
  const { expires_at_date: expires, badge_template: template } = badge;
  const skills: Fact[] =
    template.skills.length > 0
      ? [
          {
            term: t("skills"),
            value: (
              <ul className="flex flex-wrap gap-1.5">
                {template.skills.map((skill) => (
                  <li key={skill}>
                    <Tag>{skill}</Tag>
                  </li>
                ))}
              </ul>
            ),
          },
        ]
      : [];
  return (
    <Facts
      facts={[
        { term: t("issued_to"), value: badge.issued_to || badge.recipient_email },
        { term: t("sent_to"), value: badge.recipient_email },
        {
          term: t(standing === "not_yet_valid" ? "valid_from" : "issued_on"),
          value: <LocalDate className="whitespace-nowrap" value={badge.issued_at_date} />,
        },
        {
          term: t(standing === "expired" ? "expired_on" : "expires_on"),
          value: expires ? <LocalDate className="whitespace-nowrap" value={expires} /> : t("never_expires"),
        },
        ...skills,
      ]}
    />
  );
}

/** What the earner can do with an accepted badge: visibility, sharing, downloads, declining. */
function OwnerSections({ badge, copies, isJustAccepted }: Omit<BadgePageProps, "now">) {
  const t = useTranslations("wallet.badge");
  return (
    <>
      <Section title={t("visibility")}>
        <PrivacySwitch badge={{ id: badge.id, public: badge.public }} />
        {badge.public ? (
          <p>
            <a href={badge.badge_url} className="text-accent underline underline-offset-4">
              {t("open_page")}
            </a>
          </p>
        ) : null}
      </Section>
      <ShareSection badge={badge} isWithoutLinks={isJustAccepted} />
      <WalletSection badgeId={badge.id} copies={copies} />
      <DownloadSection badge={{ id: badge.id, public: badge.public }} />
      <Section title={t("decline_title")}>
        <p className="text-ink-soft">{t("decline_text")}</p>
        <div>
          <DeclineAccepted badge={{ id: badge.id, name: badge.badge_template.name }} />
        </div>
      </Section>
    </>
  );
}

type BadgePageProps = {
  badge: WalletBadge;
  copies: WalletCopy[];
  /** The earner accepted it a moment ago. */
  isJustAccepted: boolean;
  now: Date;
};

/** One badge as its earner sees it, with its newest copies in wallets. */
export function BadgePage({ badge, copies, isJustAccepted, now }: BadgePageProps) {
  const t = useTranslations("wallet");
  const standing = displayState(badge, now);
  const { name, description } = badge.badge_template;
  return (
    <article>
      <Link
        prefetch={false}
        href="/wallet"
        className="mb-6 inline-flex min-h-8 items-center text-sm text-accent underline underline-offset-4"
      >
        {t("badge.back")}
      </Link>
      <div className="grid items-start gap-x-14 gap-y-8 md:grid-cols-[16rem_minmax(0,1fr)]">
        <div className={`w-48 max-w-full md:w-64 ${isJustAccepted ? "badge-reveal" : ""}`}>
          <Picture
            src={`/images/${badge.image.id}/image.png`}
            alt={t("badges.alt", { name })}
            width={600}
            height={600}
            className={`h-auto w-full ${standing === "revoked" ? "opacity-50 grayscale" : ""}`}
          />
        </div>
        <div className="flex min-w-0 flex-col gap-10">
          <div className="flex flex-col gap-3">
            <BadgeTags standing={standing} isPublic={badge.public} isTest={badge.is_test} />
            <h1 className="font-heading text-[2.125rem] leading-[1.1] sm:text-5xl">{name}</h1>
            <p className="text-ink-soft">{t("badges.issued_by", { issuer: issuerName(badge) })}</p>
            <p className="max-w-prose whitespace-pre-line">{description}</p>
          </div>
          {isJustAccepted ? <AcceptedMoment badge={badge} /> : null}
          <BadgeNotice badge={badge} standing={standing} />
          <ExpiringNotice badge={badge} now={now} />
          {standing === "pending" ? (
            <div className="flex flex-col gap-3">
              <ResultsNotice results={badge.results} />
              <AnswerButtons badge={{ id: badge.id, name }} />
              <p className="max-w-prose text-[0.8125rem] text-ink-faint">{t("answer.hint")}</p>
            </div>
          ) : null}
          <BadgeFacts badge={badge} standing={standing} />
          {standing === "pending" || badge.results.length === 0 ? null : (
            <Section title={t("badge.results")}>
              <ResultList results={badge.results} />
            </Section>
          )}
          {badge.state === "accepted" ? (
            <OwnerSections badge={badge} copies={copies} isJustAccepted={isJustAccepted} />
          ) : null}
        </div>
      </div>
    </article>
  );
}
