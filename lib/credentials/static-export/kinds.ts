import { listPublishedEndorsements } from "@/lib/credentials/endorsements/service";
import { listKeyOwners } from "@/lib/credentials/issuer-keys/service";
import {
  countPages,
  listPublicBadges,
  listPublicOrganizations,
  listPublicProfiles,
  listPublicTemplates,
  type ListedBadge,
  type ListedTemplate,
} from "@/lib/credentials/public-pages/listing";
import { listStatusLists } from "@/lib/credentials/status-lists/service";
import type { IdBatch } from "@/lib/kernel/list/id-batch";
import { file, goneMark, jsonDocument, page, picture, type ExportFile } from "./files";

/**
 * A record that has public addresses. `stamp` changes with whatever they show; null if they are read in each run. `key`
 * is unique in its kind. `listFiles` throws an `ExportFailure` for an address that cannot be the name of a file.
 */
export type ExportItem = { key: string; stamp: string | null; listFiles: () => ExportFile[] };

export type ItemBatch = { items: ExportItem[]; last: string | null };

/** A kind of records: how they are listed, in the order of keys, and their files. */
export type ExportKind = { name: string; list: (batch: IdBatch) => Promise<ItemBatch> };

const V2 = "/v1/obi/v2";
const V3 = "/v1/obi/v3";

/** Defines a kind by a list, and by the stamp and files of each row. */
const kind = <Row extends { id: string }>(
  name: string,
  list: (batch: IdBatch) => Promise<{ rows: Row[]; last: string | null }>,
  describe: (row: Row) => Omit<ExportItem, "key">,
): ExportKind => ({
  name,
  list: async (batch) => {
    const { rows, last } = await list(batch);
    return { items: rows.map((row) => ({ key: row.id, ...describe(row) })), last };
  },
});

/** The pages of a list. The first one has no query. */
const listedPages = (path: string, total: number): ExportFile[] =>
  Array.from({ length: countPages(total) }, (_none, index) =>
    page(path, index === 0 ? {} : { query: `page=${index + 1}` }),
  );

const pathOf = (...segments: string[]): string => `/${segments.map(encodeURIComponent).join("/")}`;

function templateFiles({ id, slug, hasPage, issuerIds }: ListedTemplate): ExportFile[] {
  const badgeClass = `${V2}/badge_classes/${id}`;
  return [
    jsonDocument(badgeClass),
    ...issuerIds.map((issuer) => jsonDocument(badgeClass, { query: `issuer_id=${issuer}` })),
    ...(hasPage ? [page(pathOf("org", slug, "badges", id))] : []),
  ];
}

function badgeFiles({ id, shows }: ListedBadge): ExportFile[] {
  const [badge, embedded] = [`/badges/${id}`, `/embed/badges/${id}`];
  const [assertion, credential] = [`${V2}/badge_assertions/${id}`, `${V3}/credentials/${id}`];
  const status = jsonDocument(`${credential}/status`);
  if (shows === "revocation")
    return [
      status,
      ...[badge, embedded].map((path) => page(path, { expects: 410 })),
      jsonDocument(assertion, { expects: 410 }),
      ...[badge, embedded, assertion, credential].map(goneMark),
    ];
  return [
    page(badge),
    file(`${badge}/card.png`),
    file(`${badge}/certificate.pdf`),
    page(embedded),
    jsonDocument(assertion),
    picture(`${assertion}/image`),
    file(`${assertion}/image.svg`),
    jsonDocument(credential),
    file(`${credential}.json`),
    file(`${credential}.jwt`),
    file(`${credential}/image.png`),
    file(`${credential}/image.svg`),
    status,
  ];
}

const toBatch = <Row extends { id: string }>(rows: Row[]) => ({ rows, last: rows.at(-1)?.id ?? null });
const listIssuers = async (batch: IdBatch) => toBatch((await listKeyOwners(batch)).map((id) => ({ id })));
const listLists = async (batch: IdBatch) => toBatch(await listStatusLists(batch));

const listEndorsements = async (batch: IdBatch) => toBatch(await listPublishedEndorsements(batch));

const SITE: ExportItem = {
  key: "site",
  stamp: "1",
  listFiles: () => [
    { address: "/nothing-here", file: "404.html", expects: 404 },
    file("/favicon.ico"),
    file("/robots.txt"),
  ],
};

/**
 * What is exported, in this order. To publish another kind of records, add it here: the run lists it, reads its addresses
 * as an anonymous visitor, and removes the files of records that are not listed any more. Keys and status lists come
 * last, because reading a badge may sign it.
 */
export const KINDS: ExportKind[] = [
  { name: "site", list: () => Promise.resolve({ items: [SITE], last: null }) },
  kind("organizations", listPublicOrganizations, ({ id, slug, total, stamp }) => ({
    stamp,
    listFiles: () => [jsonDocument(`${V2}/issuers/${id}`), ...listedPages(pathOf("org", slug), total)],
  })),
  kind("templates", listPublicTemplates, (template) => ({
    stamp: template.stamp,
    listFiles: () => templateFiles(template),
  })),
  kind("badges", listPublicBadges, (badge) => ({
    stamp: `${badge.shows} ${badge.stamp}`,
    listFiles: () => badgeFiles(badge),
  })),
  kind("people", listPublicProfiles, ({ slug, total, stamp }) => ({
    stamp,
    listFiles: () => [...listedPages(pathOf("users", slug), total), file(pathOf("users", slug, "card.png"))],
  })),
  kind("endorsements", listEndorsements, ({ id, acceptedAt }) => {
    const endorsement = `${V3}/endorsements/${id}`;
    const files = () => [jsonDocument(endorsement), file(`${endorsement}.json`), file(`${endorsement}.jwt`)];
    return { stamp: acceptedAt.toISOString(), listFiles: files };
  }),
  kind("issuer keys", listIssuers, ({ id }) => ({
    stamp: null,
    listFiles: () => [
      jsonDocument(`${V3}/issuers/${id}`),
      file(`${V3}/issuers/${id}/did.json`),
      jsonDocument(`${V3}/issuers/${id}/jwk`),
      jsonDocument(`${V3}/issuers/${id}/jwks`),
    ],
  })),
  kind("status lists", listLists, ({ organizationId, number }) => ({
    stamp: null,
    listFiles: () => [jsonDocument(`${V3}/issuers/${organizationId}/status_lists/${number}`)],
  })),
];
