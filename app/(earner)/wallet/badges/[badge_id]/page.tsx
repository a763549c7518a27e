import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { BadgePage } from "@/components/earner/wallet/badge-page";
import { getEarnerBadge } from "@/lib/badges/issued/earner";
import { presentEarnerBadge } from "@/lib/badges/issued/earner-serializer";
import { clock } from "@/lib/kernel/clock";
import { ApiError } from "@/lib/kernel/errors";
import { isUuid } from "@/lib/kernel/ids";
import { requireEarner } from "../../../earner-caller";

type PageProps = { params: Promise<{ badge_id: string }> };

/** Reads the badge of the address, once for the page and its title. Not found for another person's badge. */
const getBadge = cache(async (id: string) => {
  const { earner } = await requireEarner();
  if (!isUuid(id)) notFound();
  try {
    return presentEarnerBadge(await getEarnerBadge(earner, id));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) notFound();
    throw error;
  }
});

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  return { title: (await getBadge((await params).badge_id)).badge_template.name };
}

export default async function WalletBadgePage({ params }: PageProps) {
  return <BadgePage badge={await getBadge((await params).badge_id)} now={clock.now()} />;
}
