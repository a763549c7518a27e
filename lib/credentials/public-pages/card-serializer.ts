import { imageUrl } from "@/lib/art/images/serializer";
import type { DatedValidity } from "@/lib/badges/issued/choices";
import { toIsoDate } from "@/lib/kernel/dates";
import { PER_PAGE, type PublicCard, type PublicCollection, type PublicList } from "./schema";

/** The columns of a template or a badge in a list. */
export type CardRow = {
  id: string;
  name: string;
  imageId: string;
  issuer: string;
  issuedOn: Date | null;
  /** That of a template is always "valid". */
  validity: DatedValidity;
  /** It was issued in test mode. Templates do not have it: the page of a test organization says that it is one. */
  isTest?: boolean;
};

/** A badge in the list of its earner, with the collection that it is in. */
export type CollectedCardRow = CardRow & {
  collectionId: string | null;
  collection: string | null;
  isTest: boolean;
};

/** The rows of a page of a list, and their total number. */
export type CardPage<Row extends CardRow = CardRow> = { rows: Row[]; total: number; page: number };

const presentCard = (row: CardRow, path: string): PublicCard => ({
  id: row.id,
  path,
  name: row.name,
  image_url: imageUrl(row.imageId),
  issuer: row.issuer,
  issued_on: row.issuedOn ? toIsoDate(row.issuedOn) : null,
  validity: row.validity,
  is_test: row.isTest ?? false,
});

/** Presents where a page of a list is. */
export const presentPosition = ({ total, page }: CardPage): Omit<PublicList, "cards"> => ({
  total,
  page,
  pages: Math.max(1, Math.ceil(total / PER_PAGE)),
});

/** Presents a page of a list of templates or badges. */
export const presentList = (list: CardPage, pathOf: (id: string) => string): PublicList => ({
  cards: list.rows.map((row) => presentCard(row, pathOf(row.id))),
  ...presentPosition(list),
});

/** Groups the badges of a page by collections. The rows are in the order of collections, those in none at the end. */
export function presentCollections({ rows }: CardPage<CollectedCardRow>): PublicCollection[] {
  const groups = new Map<string | null, PublicCollection>();
  for (const row of rows) {
    const group = groups.get(row.collectionId) ?? { id: row.collectionId, name: row.collection, cards: [] };
    group.cards.push(presentCard(row, `/badges/${row.id}`));
    groups.set(row.collectionId, group);
  }
  return [...groups.values()];
}
