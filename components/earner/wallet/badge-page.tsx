import { useTranslations, useFormatter } from "next-intl";
import Link from "next/link";
import { Facts, Section, type Fact } from "@/components/ui/facts";
import { LocalDate } from "@/components/ui/time/local-date";
import { Picture } from "@/components/ui/picture";
import { Tag } from "@/components/ui/tag";
import type { WalletBadge, IssuedBadge } from "@/lib/badges/issued/schema";
import type { WalletCopy } from "@/lib/credentials/wallet-issuance/schema";
import { ResultList, ResultsNotice } from "@/components/public/badge/results-section";
import { AnswerButtons } from "./answer-buttons";
import { issuerName, displayState, type DisplayState } from "./display-state";
import { BadgeTags } from "./badge-tags";
import { ExpiringNotice } from "./expiring-badges";
import { DeclineAccepted } from "./decline-accepted";
import { PrivacySwitch } from "./privacy-switch";
import { ShareButtons } from "../share/share-buttons";
import { Notice } from "@/components/ui/notice";
import { ChevronDown, Download } from "lucide-react";
import { buttonClass } from "@/components/ui/button";
import { CopyField } from "@/components/account/copy-field";
import { sharePath } from "@/components/public/badge/share-address";
import { QrCode } from "@/components/ui/qr-code";
import { EmbedField } from "./embed-field";
import { MakePublic } from "./make-public";
import { AddToWallet } from "./add-to-wallet";

/** The first and the last characters of a DID, by which people can compare it with the one that their wallet shows. */
const shortenDid = (did: string): string => (did.length > 32 ? `${did.slice(0, 20)}…${did.slice(-8)}` : did);

/** Adds an accepted badge to digital wallets, and lists those that took it. */
function WalletSection({ badgeId, copies }: { badgeId: string; copies: WalletCopy[] }) {
  const t = useTranslations("wallet.badge.add");
  return (
    <Section id="digital-wallet" title={t("title")}>
      <p className="max-w-prose text-ink-soft">{t("text")}</p>
      <AddToWallet badgeId={badgeId} />
      {copies.length > 0 ? (
        <div className="flex flex-col gap-2">
          <h3 className="text-sm font-medium">{t("copies")}</h3>
          <ul className="divide-y divide-line border-y border-line text-sm">
            {copies.map((copy) => (
              <li key={copy.id} className="flex flex-wrap justify-between gap-x-4 gap-y-0.5 py-2">
                <LocalDate value={copy.issued_at} />
                <span className="font-mono text-[0.8125rem] break-all text-ink-soft" title={copy.holder}>
                  {shortenDid(copy.holder)}
                </span>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </Section>
  );
}

const SUMMARY = "flex min-h-11 cursor-pointer items-center font-medium";

/** Says that a private badge cannot be shared, and offers to make it public. */
function ShareOfPrivate({ badgeId }: { badgeId: string }) {
  const t = useTranslations("accept.share");
  return (
    <>
      <p className="max-w-prose text-ink-soft">{t("private")}</p>
      <div>
        <MakePublic badgeId={badgeId} text={t("make_public")} />
      </div>
    </>
  );
}

type ShareSectionProps = {
  badge: IssuedBadge;
  /** The links are elsewhere on the page. */
  isWithoutLinks: boolean;
};

/** The ways to show a public badge to others. */
function ShareSection({ badge, isWithoutLinks }: ShareSectionProps) {
  const t = useTranslations("wallet.badge");
  const { name } = badge.badge_template;
  if (!badge.public) {
    return isWithoutLinks ? null : (
      <Section title={t("share")}>
        <ShareOfPrivate badgeId={badge.id} />
      </Section>
    );
  }
  return (
    <Section title={t("share")}>
      {isWithoutLinks ? null : <ShareButtons badge={badge} walletHref={null} />}
      <CopyField label={t("link")} text={badge.badge_url} countedAt={sharePath(badge.id, "copy_link")} />
      <div className="divide-y divide-line border-y border-line">
        <details>
          <summary className={SUMMARY}>{t("embed")}</summary>
          <div className="pb-5">
            <EmbedField badge={{ id: badge.id, url: badge.badge_url, name }} />
          </div>
        </details>
        <details>
          <summary className={SUMMARY}>{t("qr")}</summary>
          <div className="pb-5">
            <QrCode
              address={badge.badge_url}
              name={name}
              texts={{ picture: t("qr_alt"), svg: t("qr_download"), png: t("qr_download_png") }}
            />
          </div>
        </details>
      </div>
    </Section>
  );
}

type File = {
  file: "certificate" | "png" | "svg" | "json" | "jwt" | "assertion_png" | "assertion_svg";
  href: string;
};

/** The files of an accepted badge. An assertion is verified by its URL, so it is for public badges only. */
function listFiles({ id, public: isPublic }: { id: string; public: boolean }): File[] {
  const own = `/v1/me/badges/${id}`;
  const image = `/v1/obi/v2/badge_assertions/${id}/image`;
  const assertions: File[] = [
    { file: "assertion_png", href: image },
    { file: "assertion_svg", href: `${image}.svg` },
  ];
  return [
    { file: "certificate", href: `${own}/certificate` },
    { file: "png", href: `${own}/credential?format=png` },
    { file: "svg", href: `${own}/credential?format=svg` },
    { file: "json", href: `${own}/credential?format=json` },
    { file: "jwt", href: `${own}/credential?format=jwt` },
    ...(isPublic ? assertions : []),
  ];
}

/** The files of a badge to download, with what each is for. */
function DownloadSection({ badge }: { badge: { id: string; public: boolean } }) {
  const t = useTranslations("wallet.badge");
  return (
    <Section title={t("downloads")}>
      <details className="group">
        <summary
          className={buttonClass({ variant: "secondary" }, "list-none [&::-webkit-details-marker]:hidden")}
        >
          <Download className="size-4" aria-hidden="true" />
          {t("download")}
          <ChevronDown className="size-4 transition-transform group-open:rotate-180" aria-hidden="true" />
        </summary>
        <ul className="mt-3 divide-y divide-line rounded-xl border border-line bg-raised">
          {listFiles(badge).map(({ file, href }) => (
            <li key={file}>
              <a href={href} download className="flex min-h-11 flex-col px-4 py-2.5 hover:bg-sunken">
                <span className="font-medium">{t(`files.${file}.name`)} </span>
                <span className="text-[0.8125rem] text-ink-soft">{t(`files.${file}.use`)}</span>
              </a>
            </li>
          ))}
        </ul>
      </details>
    </Section>
  );
}

function NotYetValid({ date }: { date: string }) {
  const t = useTranslations("wallet.badge");
  const format = useFormatter();
  const day = format.dateTime(new Date(date), { dateStyle: "long", timeZone: "UTC" });
  return (
    <Notice tone="caution" title={t("not_yet_valid_title")}>
      {t("not_yet_valid_text", { date: day })}
    </Notice>
  );
}

/** A notice about a badge that is not valid now, or was declined, and what that means. */
function BadgeNotice({ badge, standing }: { badge: IssuedBadge; standing: DisplayState }) {
  const t = useTranslations("wallet.badge");
  switch (standing) {
    case "revoked":
      return (
        <Notice tone="negative" title={t("revoked_title")}>
          {badge.revocation_reason ? <p>{t("revoked_reason", { reason: badge.revocation_reason })}</p> : null}
          <p>{t("revoked_text")}</p>
        </Notice>
      );
    case "expired":
      return (
        <Notice tone="caution" title={t("expired_title")}>
          {t("expired_text")}
        </Notice>
      );
    case "not_yet_valid":
      return <NotYetValid date={badge.issued_at_date} />;
    case "replaced":
      return (
        <Notice title={t("replaced_title")}>
          <p>{t("replaced_text")}</p>
          {badge.replacement_badge_id ? (
            <Link
              prefetch={false}
              href={`/wallet/badges/${badge.replacement_badge_id}`}
              className="text-accent underline underline-offset-4"
            >
              {t("replaced_link")}
            </Link>
          ) : null}
        </Notice>
      );
    case "rejected":
      return <Notice title={t("rejected_title")}>{t("rejected_text")}</Notice>;
    case "accepted":
    case "pending":
      return null;
  }
}

/** What is shown first after a badge was accepted in the wallet: that it is yours, and the ways to share it. */
function AcceptedMoment({ badge }: { badge: IssuedBadge }) {
  const t = useTranslations("accept");
  return (
    <section
      aria-labelledby="accepted"
      className="flex flex-col gap-4 rounded-xl border border-positive bg-positive-soft p-5"
    >
      <div>
        <h2 id="accepted" className="font-heading text-2xl leading-tight">
          {t(badge.public ? "state.public_now" : "state.private_now")}
        </h2>
        <p className="mt-1.5 text-ink-soft">
          {badge.public ? t("state.public_text") : t("state.private_text", { issuer: issuerName(badge) })}
        </p>
      </div>
      {badge.public ? (
        <ShareButtons badge={badge} walletHref="#digital-wallet" />
      ) : (
        <ShareOfPrivate badgeId={badge.id} />
      )}
    </section>
  );
}

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
