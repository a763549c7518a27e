import { mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { PRIVATE_DIRECTORY } from "@/lib/kernel/private-files";
import { toOrganization } from "@/lib/moving/downloads/organization";
import { PERSON_NOT_GIVEN } from "@/lib/moving/downloads/people";
import { WireOrganization } from "@/lib/moving/downloads/schema";
import { writeRecordFile } from "@/lib/moving/records/file-writer";
import { toUuid } from "@/lib/moving/records/ids";
import { FORMAT, RECORDS, type Header, type KindName } from "@/lib/moving/records/schema";
import { collectContents, type Reading } from "./contents";
import { listImages } from "./folder";
import { createRecipientFinder } from "./recipients";
import type { ImagesReport } from "./schema";
import { createSources } from "./sources";
import { writeContents } from "./write";

/** The address of what comes from files alone. A name that no service can have (RFC 6761). */
const NO_ADDRESS = "https://files.invalid";

export type ImagesOptions = {
  folder: string;
  /** The organization that the badges are moved into. */
  target: { id: string; name: string; vanitySlug: string };
  /** The issuers whose badges are taken, as addresses of profiles or origins; empty: the only one of the files. */
  issuers: readonly string[];
  /** A file of addresses that hashed recipients are compared with. */
  addresses: string | null;
  /** Takes the files as they are, without a request to the services that issued them. */
  isOffline: boolean;
  /** The file of records that is written. */
  path: string;
  progress: (line: string) => void;
};

/** The fields that Open Badges have. */
const GIVEN = {
  organization: [],
  badge_template: ["name", "description", "image_id", "criteria_url", "skills", "alignments"],
  issued_badge: [
    "template_organization_id",
    "badge_template_id",
    "user_id",
    "recipient_email",
    "state",
    "state_updated_at",
    "evidence",
    "revocation_reason",
    "issued_at",
    "issued_at_date",
    "expires_at",
    "expires_at_date",
  ],
} as const satisfies Partial<Record<KindName, readonly string[]>>;

const listNotGiven = (kind: keyof typeof GIVEN): string[] => {
  const given: readonly string[] = ["kind", "id", "not_given", ...GIVEN[kind]];
  return Object.keys(RECORDS[kind].shape).filter((field) => !given.includes(field));
};

const NOT_GIVEN: NonNullable<Header["not_given"]> = {
  person: PERSON_NOT_GIVEN,
  organization: listNotGiven("organization"),
  badge_template: listNotGiven("badge_template"),
  issued_badge: listNotGiven("issued_badge"),
};

/** The moment of the last change of the files: the same as long as they are, so that an interrupted run continues. */
async function readLastChange(folder: string, names: readonly string[]): Promise<string> {
  let last = 0;
  for (const name of names)
    last = Math.max(last, (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? 0);
  return new Date(Math.floor(last)).toISOString();
}

/**
 * Writes the badges in the PNG and SVG files of a folder as a file of records that `moveInFile` reads. Throws `MoveError` for
 * a folder without images or with too many, and when it is not clear whose badges are meant.
 */
export async function convertImageFolder(options: ImagesOptions): Promise<ImagesReport> {
  const { folder, target, path } = options;
  const report: ImagesReport = {
    folder,
    files: 0,
    taken: 0,
    repeated: 0,
    verified: 0,
    vouched: 0,
    refused_count: 0,
    refused: [],
    issuers: [],
    notes: [],
  };
  const names = await listImages(folder, report);
  const reading: Reading = {
    folder,
    report,
    createFetch: options.isOffline ? null : createSources(),
    findRecipient: await createRecipientFinder(target.id, options.addresses),
    issuers: options.issuers,
    progress: options.progress,
  };
  const contents = await collectContents(reading, names);
  // Its own id would be that of an earlier move of the organization itself.
  const id = toUuid("organization", `images ${target.id}`);
  const wire = WireOrganization.parse({ id, name: target.name, vanity_slug: target.vanitySlug });
  const organization = { ...toOrganization(wire, false, null, new Date(0).toISOString()), id };
  const header: Header = {
    kind: "export",
    format: FORMAT,
    organization_id: id,
    base_url: NO_ADDRESS,
    exported_at: await readLastChange(folder, names),
    not_given: NOT_GIVEN,
  };
  await mkdir(join(path, ".."), { recursive: true, mode: PRIVATE_DIRECTORY });
  await rm(path, { force: true });
  await writeRecordFile(path, header, (write) => writeContents(write, reading, { contents, organization }));
  return report;
}
