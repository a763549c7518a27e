"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import type { WalletOffer } from "@/lib/credentials/wallet-issuance/schema";
import { ApiFailure, apiMe } from "@/components/api";

export type OfferState = "none" | "waiting" | "collected" | "expired";

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
export function useOfferState(offer: WalletOffer | null): OfferState {
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
