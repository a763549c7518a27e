import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { buildListAddress, serviceQuery, type PageQuery } from "@/app/(console)/list-request";
import { NewCollection } from "@/components/earner/collections/collection-forms";
import { CollectionList } from "@/components/earner/collections/collection-list";
import { toListedCollection } from "@/components/earner/collections/listed-collection";
import { BadgesHead } from "@/components/earner/wallet/badges-head";
import { PageLinks } from "@/components/earner/wallet/page-links";
import { EmptyState } from "@/components/ui/list/empty-state";
import { presentCollection } from "@/lib/badges/collections/serializer";
import { listCollections } from "@/lib/badges/collections/service";
import { servedPageCount } from "@/lib/kernel/list/envelope";
import { readListInput } from "@/lib/kernel/list/list-input";
import { requireEarner } from "../../earner-caller";

const PATH = "/wallet/collections";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("wallet.badges"))("tab_collections") };
}

/** The earner's collections in their order. */
export default async function CollectionsPage({ searchParams }: { searchParams: PageQuery }) {
  const query = await searchParams;
  const { earner } = await requireEarner();
  const list = buildListAddress(PATH, query);
  const shown = await listCollections(earner, readListInput(serviceQuery(list, {}, 50)));
  const t = await getTranslations("wallet.collections");
  return (
    <>
      <BadgesHead current={PATH} />
      <p className="mb-6 max-w-prose text-ink-soft">{t("intro")}</p>
      {shown.rows.length > 0 ? (
        <CollectionList
          collections={shown.rows.map((row) => toListedCollection(presentCollection(row)))}
          total={shown.total}
        />
      ) : (
        <EmptyState title={t("empty_title")}>{t("empty_text")}</EmptyState>
      )}
      <PageLinks list={list} page={shown.page} pages={servedPageCount(shown)} />
      <div className="mt-8 max-w-md">
        <NewCollection />
      </div>
    </>
  );
}
