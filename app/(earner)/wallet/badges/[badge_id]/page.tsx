import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { BadgePage } from "@/components/earner/wallet/badge-page";
import { getEarnerBadge } from "@/lib/badges/issued/earner";
import { presentWalletBadge } from "@/lib/badges/issued/serializer";
import { presentWalletCopy } from "@/lib/credentials/wallet-issuance/serializer";
import { listNewestCopies } from "@/lib/credentials/wallet-issuance/service";
import { clock } from "@/lib/kernel/clock";
import { ApiError } from "@/lib/kernel/errors";
import { isUuid } from "@/lib/kernel/ids";
import { requireEarner } from "../../../earner-caller";

type PageProps = {
  params: Promise<{ badge_id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** Reads the badge of the address, once for the page and its title. Not found for another person's badge. */
const getBadge = cache(async (id: string) => {
  const { earner } = await requireEarner();
  if (!isUuid(id)) notFound();
  try {
    return presentWalletBadge(await getEarnerBadge(earner, id));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) notFound();
    throw error;
  }
});

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  return { title: (await getBadge((await params).badge_id)).badge_template.name };
}

/** How many copies in wallets are shown. */
const SHOWN_COPIES = 5;

export default async function WalletBadgePage({ params, searchParams }: PageProps) {
  const badge = await getBadge((await params).badge_id);
  const { earner } = await requireEarner();
  const copies = await listNewestCopies(earner, badge.id, SHOWN_COPIES);
  const isJustAccepted = (await searchParams).accepted === "1" && badge.state === "accepted";
  return (
    <BadgePage
      badge={badge}
      copies={copies.map(presentWalletCopy)}
      isJustAccepted={isJustAccepted}
      now={clock.now()}
    />
  );
}
