import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { RejectedForm } from "@/components/account/rejected-form";
import type { DatedValidity } from "@/lib/badges/issued/choices";
import type { IssuedBadge } from "@/lib/badges/issued/schema";
import { AddingNotice, AddressHelp, buildSignInPath } from "./address-help";
import { AnswerForms, LinkForm, type LinkProps } from "./answer-forms";
import { BadgeColumns } from "@/components/public/badge/badge-columns";
import { BadgeFacts } from "@/components/public/badge/badge-facts";
import { BadgeHero, type ShownIssuer } from "@/components/public/badge/badge-hero";
import { TemplateSections } from "@/components/public/badge/badge-sections";
import { EvidenceSection } from "@/components/public/badge/evidence-section";
import { ResultsNotice, ResultsSection } from "@/components/public/badge/results-section";
import { AccountPanel, type AccountOffer } from "./account-panel";
import { OwnerOnly } from "./owner-only";
import { buttonClass } from "@/components/ui/button";
import { ShareButtons } from "../share/share-buttons";

type SharePanelProps = LinkProps & { badge: IssuedBadge; keeping: AccountOffer };

const large = "mt-4 min-h-12 px-6 py-2 text-center text-base whitespace-normal";

const buildWalletPath = (badgeId: string): string => `/wallet/badges/${badgeId}`;

/** Where this reader can add the badge to a digital wallet. An account that was never opened is opened first. */
function findWalletPath({ badgeId, keeping }: SharePanelProps): string | null {
  if (keeping.status === "own") return `${buildWalletPath(badgeId)}#digital-wallet`;
  if (keeping.status === "keep") return "#keep";
  return keeping.status === "other" ? null : buildSignInPath(buildWalletPath(badgeId));
}

/** A form to make the badge public, or a link to sign in first (`publishBadge` in identity/accounts). */
function MakePublic({ keeping, ...link }: Omit<SharePanelProps, "badge">): ReactNode {
  const t = useTranslations("accept.share");
  if (keeping.status === "other") return null;
  if (keeping.status !== "own" && keeping.status !== "keep") {
    return (
      <a
        href={buildSignInPath(buildWalletPath(link.badgeId))}
        className={buttonClass({ variant: "secondary" }, large)}
      >
        {t("sign_in")}
      </a>
    );
  }
  return (
    <LinkForm {...link}>
      <button
        type="submit"
        name="answer"
        value="make_public"
        className={buttonClass({ variant: "secondary" }, large)}
      >
        {t("make_public")}
      </button>
    </LinkForm>
  );
}

/** The ways to share a badge that is accepted. A private one must be made public first. */
function SharePanel(props: SharePanelProps) {
  const t = useTranslations("accept.share");
  const { badge, ...rest } = props;
  return (
    <section className="mt-8" aria-labelledby="share">
      <h2 id="share" className="font-heading mb-3 text-2xl leading-tight">
        {t("title")}
      </h2>
      {badge.public ? (
        <ShareButtons badge={badge} walletHref={findWalletPath(props)} />
      ) : (
        <>
          <p className="max-w-prose text-ink-soft">{t("private")}</p>
          <MakePublic {...rest} />
        </>
      )}
    </section>
  );
}

type StateMessage = { tone: string; title: string; text: string; link?: { href: string; text: string } };

type AnsweredBadge = { badge: IssuedBadge; issuer: string; isJustNow: boolean; successor: string | null };

const positive = "border-positive bg-positive-soft";
const neutral = "border-line bg-sunken";

type Translate = ReturnType<typeof useTranslations<"accept.state">>;

function acceptedMessage({ badge, issuer, isJustNow }: AnsweredBadge, t: Translate): StateMessage {
  if (!badge.public) {
    const title = t(isJustNow ? "private_now" : "private");
    return { tone: positive, title, text: t("private_text", { issuer }) };
  }
  const link = { href: badge.badge_url, text: t("open_page") };
  return { tone: positive, title: t(isJustNow ? "public_now" : "public"), text: t("public_text"), link };
}

function replacedMessage({ issuer, successor }: AnsweredBadge, t: Translate): StateMessage {
  if (successor === null) {
    return { tone: neutral, title: t("replaced"), text: t("replaced_elsewhere", { issuer }) };
  }
  const link = { href: successor, text: t("open_new") };
  return { tone: neutral, title: t("replaced"), text: t("replaced_text", { issuer }), link };
}

/** Returns the message for a badge that is no longer pending; null for a revoked one, which has no such page. */
function stateMessage(answered: AnsweredBadge, t: Translate): StateMessage | null {
  const { badge, issuer, isJustNow } = answered;
  switch (badge.state) {
    case "pending":
    case "revoked":
      return null;
    case "accepted":
      return acceptedMessage(answered, t);
    case "rejected":
      return {
        tone: neutral,
        title: t(isJustNow ? "rejected_now" : "rejected"),
        text: t("rejected_text", { issuer }),
      };
    case "replaced":
      return replacedMessage(answered, t);
  }
}

/** Shows the state of an accepted, declined or replaced badge in place of the buttons. */
function AnswerState(answered: AnsweredBadge) {
  const words = stateMessage(answered, useTranslations("accept.state"));
  if (!words) return null;
  return (
    <div role="status" className={`rounded-xl border p-5 ${words.tone}`}>
      <h2 className="font-heading text-2xl leading-tight">{words.title}</h2>
      <p className="mt-1.5 text-ink-soft">{words.text}</p>
      {words.link ? (
        <a
          href={words.link.href}
          className={buttonClass({ variant: "secondary" }, "mt-5 min-h-12 px-6 text-base")}
        >
          {words.link.text}
        </a>
      ) : null}
    </div>
  );
}

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
