import { useTranslations } from "next-intl";
import { Section } from "@/components/ui/facts";
import { LocalDate } from "@/components/ui/local-date";
import type { WalletCopy } from "@/lib/credentials/wallet-issuance/schema";
import { AddToWallet } from "./add-to-wallet";

/** The first and the last characters of a DID, by which people can compare it with the one that their wallet shows. */
const shortenDid = (did: string): string => (did.length > 32 ? `${did.slice(0, 20)}…${did.slice(-8)}` : did);

/** Adds an accepted badge to digital wallets, and lists those that took it. */
export function WalletSection({ badgeId, copies }: { badgeId: string; copies: WalletCopy[] }) {
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
