"use client";

import { useTranslations } from "next-intl";
import { useState, useEffect } from "react";
import type { WalletOffer } from "@/lib/credentials/wallet-issuance/schema";
import { apiMe, ApiFailure } from "@/components/api";
import { Button, buttonClass } from "@/components/ui/button";
import { useWrite } from "@/components/ui/form/use-write";
import type { QrPath } from "@/lib/kernel/qr-path";
import { QrPicture } from "@/components/ui/qr-picture";
import { useRouter } from "next/navigation";

type OfferState = "none" | "waiting" | "collected" | "expired";

const INTERVAL_MS = 3_000;

const readState = ({ collected_at: collectedAt, usable }: WalletOffer): OfferState => {
  if (collectedAt !== null) return "collected";
  return usable ? "waiting" : "expired";
};

/** Reads the state of an offer from the service. An offer that is gone was replaced or has expired. */
async function fetchState({ badge_id: badgeId, id }: WalletOffer): Promise<OfferState> {
  try {
    return readState(await apiMe<WalletOffer>("GET", `/badges/${badgeId}/wallet_offers/${id}`));
  } catch (failure) {
    const isGone = failure instanceof ApiFailure && [401, 404].includes(failure.status);
    return isGone ? "expired" : "waiting";
  }
}

/** The state of an offer that is shown, asked for every three seconds until a wallet took the badge or it expired. */
function useOfferState(offer: WalletOffer | null): OfferState {
  const router = useRouter();
  const [known, setKnown] = useState<{ id: string; state: OfferState } | null>(null);
  const state = offer && known?.id === offer.id ? known.state : offer ? "waiting" : "none";
  useEffect(() => {
    if (!offer || state !== "waiting") return undefined;
    let isShown = true;
    const timer = setInterval(() => {
      void fetchState(offer).then((next) => {
        if (!isShown || next === "waiting") return;
        setKnown({ id: offer.id, state: next });
        if (next === "collected") router.refresh();
      });
    }, INTERVAL_MS);
    return () => {
      isShown = false;
      clearInterval(timer);
    };
  }, [offer, state, router]);
  return state;
}

type ShownOffer = { offer: WalletOffer; code: QrPath };

/** Creates an offer and the QR code of its link. The code for QR codes is fetched when it is needed. */
async function createOffer(badgeId: string): Promise<ShownOffer> {
  const [{ buildQrPath }, offer] = await Promise.all([
    import("@/lib/kernel/qr-path"),
    apiMe<WalletOffer>("POST", `/badges/${badgeId}/wallet_offers`, {}),
  ]);
  return { offer, code: buildQrPath(offer.offer_url ?? "", "L") };
}

/** The digits in two groups, which are easier to read and copy by hand. */
const groupDigits = (digits: string): string => `${digits.slice(0, 3)} ${digits.slice(3)}`;

function OfferPanel({ offer, code }: ShownOffer) {
  const t = useTranslations("wallet.badge.add");
  return (
    <div className="flex flex-wrap items-start gap-x-8 gap-y-5 rounded-xl border border-line bg-raised p-5">
      <QrPicture code={code} label={t("qr_alt")} className="h-auto w-72 max-w-full" />
      <div className="flex min-w-0 grow basis-56 flex-col gap-4">
        <p>{t("scan")}</p>
        <div>
          <a href={offer.offer_url ?? ""} className={buttonClass({ variant: "secondary" })}>
            {t("open")}
          </a>
        </div>
        <div className="flex flex-col gap-1">
          <p className="text-sm font-medium">{t("code")}</p>
          <p className="font-mono text-3xl tracking-wide tabular-nums">{groupDigits(offer.tx_code ?? "")}</p>
          <p className="max-w-prose text-sm text-ink-soft">{t("code_text")}</p>
        </div>
      </div>
    </div>
  );
}

/** Offers a badge to a wallet: a QR code, a link and six digits. Says when a wallet took the badge. */
export function AddToWallet({ badgeId }: { badgeId: string }) {
  const t = useTranslations("wallet.badge.add");
  const { write, isBusy } = useWrite();
  const [shown, setShown] = useState<ShownOffer | null>(null);
  const state = useOfferState(shown?.offer ?? null);
  const start = () =>
    write({
      send: () => createOffer(badgeId),
      done: (created) => {
        setShown(created);
        return null;
      },
    });
  return (
    <div className="flex flex-col gap-3">
      {state === "waiting" && shown ? <OfferPanel {...shown} /> : null}
      <p role="status" className={state === "none" ? "sr-only" : "text-sm text-ink-soft"}>
        {state === "none" ? "" : t(state)}
      </p>
      {state === "waiting" ? null : (
        <div>
          <Button variant="secondary" busy={isBusy} onClick={() => void start()}>
            {t(state === "none" ? "start" : "again")}
          </Button>
        </div>
      )}
    </div>
  );
}
