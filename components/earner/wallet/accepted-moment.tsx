import { useTranslations } from "next-intl";
import type { IssuedBadge } from "@/lib/badges/issued/schema";
import { ShareButtons } from "../share/share-buttons";
import { issuerName } from "./display-state";
import { ShareOfPrivate } from "./share-section";

/** What is shown first after a badge was accepted in the wallet: that it is yours, and the ways to share it. */
export function AcceptedMoment({ badge }: { badge: IssuedBadge }) {
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
