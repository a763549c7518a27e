import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import Link from "next/link";
import { notFound } from "next/navigation";
import { cache } from "react";
import {
  buildListAddress,
  readSearchText,
  serviceQuery,
  type PageQuery,
  type QueryParameters,
} from "@/app/(console)/list-request";
import { AddBadges, CollectedBadges } from "@/components/earner/collections/collected-badges";
import { DeleteCollection, RenameCollection } from "@/components/earner/collections/collection-forms";
import { OfferedFilter } from "@/components/earner/collections/offered-filter";
import { issuerName } from "@/components/earner/wallet/display-state";
import { PageLinks } from "@/components/earner/wallet/page-links";
import { listEarnerBadges } from "@/lib/badges/issued/earner";
import { presentEarnerBadge } from "@/lib/badges/issued/serializer";
import { presentCollection } from "@/lib/badges/collections/serializer";
import { getCollection } from "@/lib/badges/collections/service";
import { ApiError } from "@/lib/kernel/errors";
import { servedPageCount } from "@/lib/kernel/list/envelope";
import { readListInput } from "@/lib/kernel/list/list-input";
import { requireEarner } from "../../../earner-caller";

type PageProps = { params: Promise<{ collection_id: string }>; searchParams: PageQuery };

/** How many badges are offered on one page. */
const PER_PAGE = 12;

/** Reads the collection of the address, once for the page and its title. Not found for another person's. */
const getShownCollection = cache(async (id: string) => {
  const { earner } = await requireEarner();
  try {
    return presentCollection(await getCollection(earner, id));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) notFound();
    throw error;
  }
});

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  return { title: (await getShownCollection((await params).collection_id)).name };
}

async function OfferedBadges({ collectionId, asked }: { collectionId: string; asked: QueryParameters }) {
  const { earner } = await requireEarner();
  const collection = await getShownCollection(collectionId);
  const query = readSearchText(asked.query);
  const list = buildListAddress(`/wallet/collections/${collection.id}`, asked, { filters: { query } });
  const shown = await listEarnerBadges(
    earner,
    readListInput(serviceQuery(list, { state: "accepted,revoked", query }, PER_PAGE)),
  );
  const t = await getTranslations("wallet.badges");
  const offered = shown.rows.map(presentEarnerBadge).map((badge) => ({
    id: badge.id,
    name: badge.badge_template.name,
    issuer: issuerName(badge),
    imageUrl: `/images/${badge.image.id}/image.png`,
  }));
  return (
    <>
      <OfferedFilter path={list.path} query={query} />
      {offered.length > 0 ? (
        <AddBadges collection={collection} offered={offered} />
      ) : (
        <p className="text-ink-soft">{t("none_title")}</p>
      )}
      <PageLinks list={list} page={shown.page} pages={servedPageCount(shown)} />
    </>
  );
}

/** A collection of the earner: its name, its badges in their order, and the badges that can be added. */
export default async function CollectionPage({ params, searchParams }: PageProps) {
  const { collection_id: id } = await params;
  const collection = await getShownCollection(id);
  const t = await getTranslations("wallet.collections");
  const words = await getTranslations("wallet.badges");
  return (
    <div className="max-w-3xl">
      <Link
        prefetch={false}
        href="/wallet/collections"
        className="mb-4 inline-flex min-h-8 items-center text-sm text-accent underline underline-offset-4"
      >
        {words("tab_collections")}
      </Link>
      <h1 className="font-heading mb-8 text-4xl leading-tight wrap-anywhere">{collection.name}</h1>
      <section aria-labelledby="collected">
        <h2 id="collected" className="font-heading mb-4 text-2xl">
          {t("badges_title")}
        </h2>
        {collection.badges.length > 0 ? (
          <CollectedBadges collection={collection} />
        ) : (
          <p className="text-ink-soft">{t("badges_empty")}</p>
        )}
      </section>
      <section aria-labelledby="offered" className="mt-12">
        <h2 id="offered" className="font-heading mb-2 text-2xl">
          {t("add_title")}
        </h2>
        <p className="mb-4 text-ink-soft">{t("add_text")}</p>
        <OfferedBadges collectionId={id} asked={await searchParams} />
      </section>
      <section aria-labelledby="settings" className="mt-12 flex max-w-md flex-col items-start gap-6">
        <h2 id="settings" className="font-heading text-2xl">
          {t("settings")}
        </h2>
        <div className="w-full">
          <RenameCollection collection={collection} />
        </div>
        <DeleteCollection collection={collection} />
      </section>
    </div>
  );
}
