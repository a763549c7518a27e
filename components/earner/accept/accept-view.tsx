import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { RejectedForm } from "@/components/account/rejected-form";
import type { DatedValidity } from "@/lib/badges/issued/choices";
import type { IssuedBadge } from "@/lib/badges/issued/schema";
import { AddingNotice, AddressHelp } from "./address-help";
import { AnswerForms } from "./answer-forms";
import { AnswerState } from "./answer-state";
import { BadgeColumns } from "@/components/public/badge/badge-columns";
import { BadgeFacts } from "@/components/public/badge/badge-facts";
import { BadgeHero, type ShownIssuer } from "@/components/public/badge/badge-hero";
import { TemplateSections } from "@/components/public/badge/badge-sections";
import { EvidenceSection } from "@/components/public/badge/evidence-section";
import { ResultsNotice, ResultsSection } from "@/components/public/badge/results-section";
import { AccountPanel, type AccountOffer } from "./account-panel";
import { SharePanel } from "./share-panel";
import { OwnerOnly } from "./owner-only";

type AcceptViewProps = {
  badge: IssuedBadge;
  issuer: ShownIssuer;
  validity: DatedValidity;
  token: string;
  /** Whether the link comes from the e-mail, which proves that the address belongs to the reader. */
  isMailed: boolean;
  isDeclining: boolean;
  isJustNow: boolean;
  /** The address of the newest badge that replaces this one. */
  successor: string | null;
  keeping: AccountOffer | null;
  /** The primary address of the signed-in account. */
  account: string | null;
  /** What the form for a new account shows after it was rejected. */
  again: RejectedForm;
  /** The result of adding the address. */
  adding: string | null;
};

/** The line above the title: addresses the earner while the badge is pending, later names the recipient. */
function Kicker({ badge }: { badge: IssuedBadge }) {
  const t = useTranslations("accept");
  if (badge.state !== "pending") {
    const name = badge.issued_to || badge.recipient_email;
    const strong = (chunks: ReactNode) => <span className="font-medium text-ink">{chunks}</span>;
    return t.rich("issued_to", { name, strong });
  }
  const name = badge.issued_to_first_name ?? badge.issued_to;
  return <span className="text-ink">{name ? t("earned_by", { name }) : t("earned")}</span>;
}

const NOTES = {
  expired: "border-negative bg-negative-soft",
  not_yet_valid: "border-caution bg-caution-soft",
} as const;

/** Says that a badge expired before it was accepted or declined, or is not valid yet. It can still be answered. */
function ValidityNote({ badge, validity }: Pick<AcceptViewProps, "badge" | "validity">) {
  const t = useTranslations("accept");
  const format = useFormatter();
  if (validity === "valid") return null;
  const day = validity === "expired" ? badge.expires_at_date : badge.issued_at_date;
  const date = format.dateTime(new Date(day ?? badge.issued_at_date), { dateStyle: "long", timeZone: "UTC" });
  return (
    <p className={`mb-6 max-w-prose rounded-lg border-s-4 px-4 py-3 ${NOTES[validity]}`}>
      {t(`${validity}_note`, { date })}
    </p>
  );
}

/** Whether to show the help about addresses. Not for readers who must sign in first or use the right account. */
const needsAddressHelp = (keeping: AccountOffer | null): boolean =>
  keeping?.status !== "own" && keeping?.status !== "owner_only";

function PendingAnswer({ badge, issuer, validity, keeping, account, ...rest }: AcceptViewProps) {
  const link = { badgeId: badge.id, token: rest.token, address: badge.recipient_email };
  return (
    <>
      <ValidityNote badge={badge} validity={validity} />
      <ResultsNotice results={badge.results} className="mb-6" />
      <AddingNotice adding={rest.adding} address={link.address} />
      {keeping?.status === "owner_only" ? (
        <OwnerOnly {...link} />
      ) : (
        <AnswerForms {...link} isMailed={rest.isMailed} isDeclining={rest.isDeclining} />
      )}
      {needsAddressHelp(keeping) ? (
        <AddressHelp
          {...link}
          issuer={issuer.name}
          account={account}
          isMailed={rest.isMailed}
          mayAdd={keeping?.status === "other"}
        />
      ) : null}
    </>
  );
}

function AnswerResult({ badge, issuer, isJustNow, successor, keeping, account, ...rest }: AcceptViewProps) {
  const link = { badgeId: badge.id, token: rest.token, address: badge.recipient_email };
  return (
    <>
      <AddingNotice adding={rest.adding} address={link.address} />
      <AnswerState badge={badge} issuer={issuer.name} isJustNow={isJustNow} successor={successor} />
      {keeping && badge.state === "accepted" ? (
        <SharePanel {...link} badge={badge} keeping={keeping} />
      ) : null}
      {keeping ? <AccountPanel {...link} keeping={keeping} account={account} again={rest.again} /> : null}
    </>
  );
}

/** The page of the link in the e-mail: the badge, and the forms to accept or decline it. */
export function AcceptView(props: AcceptViewProps) {
  const { badge, issuer, validity } = props;
  const { badge_template: template } = badge;
  return (
    <article>
      <BadgeHero
        badge={badge}
        issuer={issuer}
        kicker={<Kicker badge={badge} />}
        title={template.name}
        isRevealed={props.isJustNow && badge.state === "accepted"}
      >
        <p className="mt-5 mb-8 max-w-prose text-base whitespace-pre-line">{template.description}</p>
        {badge.state === "pending" ? <PendingAnswer {...props} /> : <AnswerResult {...props} />}
      </BadgeHero>
      <BadgeColumns facts={<BadgeFacts badge={badge} validity={validity} />}>
        <TemplateSections template={template}>
          {badge.state === "pending" ? null : <ResultsSection results={badge.results} />}
          <EvidenceSection evidence={badge.evidence} />
        </TemplateSections>
      </BadgeColumns>
    </article>
  );
}
