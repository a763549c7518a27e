import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { buttonClass } from "@/components/ui/button";
import type { IssuedBadge } from "@/lib/badges/issued/schema";
import { ShareButtons } from "../share/share-buttons";
import type { AccountOffer } from "./account-panel";
import { buildSignInPath } from "./address-help";
import { LinkForm, type LinkProps } from "./answer-forms";

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
export function SharePanel(props: SharePanelProps) {
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
