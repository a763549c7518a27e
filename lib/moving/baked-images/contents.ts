import { normalizeWebUrl } from "@/lib/credentials/verification/addresses";
import { badgeId } from "@/lib/moving/downloads/badges";
import type { WireBadge } from "@/lib/moving/downloads/badge-schema";
import { mapAtOnce } from "@/lib/moving/downloads/map-at-once";
import { createPeople, type People } from "@/lib/moving/downloads/people";
import { NO_PICTURES } from "@/lib/moving/downloads/pictures";
import type { WireTemplate } from "@/lib/moving/downloads/schema";
import { templateId } from "@/lib/moving/downloads/templates";
import { MoveError } from "@/lib/moving/imports/schema";
import type { Fetch } from "@/lib/platform/outbound/limited-fetch";
import { completeBadge, openFile, type Classes, type FoundBadge, type OpenedFile } from "./assertions";
import { addRefused, createSizeLimit, printName, readImageFile } from "./folder";
import { assertionKey, classKey, toWireBadge, toWireTemplate } from "./items";
import type { FindRecipient } from "./recipients";
import { FileRefused, type ImagesReport } from "./schema";

/** The most characters of all documents, which are kept in memory. */
const MAX_DOCUMENT_LENGTH = 512 * 1024 * 1024;
const MAX_LISTED_ISSUERS = 20;
const REPORT_EVERY = 500;

export type Template = {
  /** What identifies the badge class. */
  key: string;
  wire: WireTemplate;
  /** The address of its picture, or the picture itself as a data URL. */
  picture: string | null;
  /** The first file with a badge of it. */
  file: string;
};

/** What the files contain. */
export type Contents = {
  templates: Map<string, Template>;
  badges: WireBadge[];
  people: People;
};

/** What is read, and how. */
export type Reading = {
  folder: string;
  report: ImagesReport;
  /** Creates a function that fetches for one file; null if no request may be made. */
  createFetch: (() => Fetch) | null;
  findRecipient: FindRecipient;
  /** The issuers whose badges are taken; empty for the only one of the files. */
  issuers: readonly string[];
  progress: (line: string) => void;
};

/** Does work for each file, a few at once. Files for which it throws `FileRefused` are reported and left out. */
async function forEachFile<Item extends { name: string }, Result>(
  { report, progress }: Reading,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<(Result & { name: string })[]> {
  let count = 0;
  const results = await mapAtOnce(items, async (item) => {
    count += 1;
    if (count % REPORT_EVERY === 0) progress(`images: ${count} of ${items.length} read`);
    try {
      return [{ ...(await work(item)), name: item.name }];
    } catch (error) {
      if (!(error instanceof FileRefused)) throw error;
      addRefused(report, item.name, error.message);
      return [];
    }
  });
  return results.flat();
}

function createDocumentLimit(): (opened: OpenedFile) => void {
  let total = 0;
  return ({ found }) => {
    total += JSON.stringify(found.document).length;
    if (total > MAX_DOCUMENT_LENGTH)
      throw new MoveError("The badges have more than 512 MiB of text. Split the images into folders.");
  };
}

type Found = FoundBadge & { name: string };

/** Reads the badges of files, in the order of their names. */
async function findBadges(reading: Reading, names: readonly string[]): Promise<Found[]> {
  const classes: Classes = new Map();
  const [addSize, addDocument] = [createSizeLimit(), createDocumentLimit()];
  const files = names.map((name) => ({ name }));
  const opened = await forEachFile(reading, files, async ({ name }) => {
    const bytes = await readImageFile(reading.folder, name);
    addSize(bytes.length);
    const file = await openFile(bytes, reading.createFetch?.() ?? null, classes);
    addDocument(file);
    return file;
  });
  return forEachFile(reading, opened, (file) =>
    completeBadge(file, reading.createFetch?.() ?? null, classes),
  );
}

/** Whether an issuer was given: by the address of its profile, or by its origin. */
function isGiven(issuer: string, given: string): boolean {
  const { origin, pathname, search } = new URL(given);
  if (pathname === "/" && search === "") return new URL(issuer).origin === origin;
  return normalizeWebUrl(given) === issuer;
}

/** Leaves out badges of other issuers. Throws `MoveError` if it is not clear which ones are meant. */
function chooseIssuers({ issuers, report }: Reading, found: readonly Found[]): Found[] {
  const named = [...new Set(found.map(({ issuer }) => issuer))].toSorted();
  if (issuers.length === 0 && named.length > 1) {
    const more = named.length > MAX_LISTED_ISSUERS ? ` and ${named.length - MAX_LISTED_ISSUERS} more` : "";
    throw new MoveError(
      `The images have badges of several issuers. Name those of this organization with --issuer: ${named.slice(0, MAX_LISTED_ISSUERS).join(", ")}${more}`,
    );
  }
  return found.filter(({ issuer, name }) => {
    const isChosen = issuers.length === 0 || issuers.some((given) => isGiven(issuer, given));
    if (!isChosen) addRefused(report, name, `The issuer is ${issuer}, which is none of --issuer.`);
    return isChosen;
  });
}

/** Adds the template of a badge. Throws `FileRefused` if another badge class has its id. */
function addTemplate({ templates }: Contents, badge: Found, createdAt: string): void {
  const wire = toWireTemplate(badge, createdAt);
  const id = templateId(wire);
  const key = classKey(badge);
  const known = templates.get(id);
  if (known === undefined)
    templates.set(id, { key, wire, picture: badge.badgeClass.picture, file: badge.name });
  else if (known.key !== key)
    throw new FileRefused(`The badge classes ${known.key} and ${key} have the same id.`);
}

/** Adds the badge of a file. Returns false for one that an earlier file has too. Throws `FileRefused`. */
function addBadge(
  contents: Contents,
  { badge, findRecipient, keys }: { badge: Found; findRecipient: FindRecipient; keys: Map<string, string> },
  createdAt: string,
): boolean {
  const person = findRecipient(badge.assertion.recipients);
  const key = assertionKey(badge, person);
  const wire = toWireBadge(badge, person);
  const known = keys.get(badgeId(wire));
  if (known === key) return false;
  if (known !== undefined) throw new FileRefused(`The badges ${known} and ${key} have the same id.`);
  addTemplate(contents, badge, createdAt);
  keys.set(badgeId(wire), key);
  contents.badges.push(wire);
  contents.people.addBadge(wire);
  return true;
}

/** The first issue date of each badge class, by its key: the same for the same files. */
function findFirstDates(found: readonly Found[]): Map<string, string> {
  const dates = new Map<string, string>();
  for (const badge of found) {
    const [key, at] = [classKey(badge), badge.assertion.issued.at.toISOString()];
    if (at < (dates.get(key) ?? "9")) dates.set(key, at);
  }
  return dates;
}

/** Reads images, and collects what their records need of each other. Reports the files that cannot be taken. */
export async function collectContents(reading: Reading, names: readonly string[]): Promise<Contents> {
  const { report, findRecipient } = reading;
  const found = chooseIssuers(reading, await findBadges(reading, names));
  const dates = findFirstDates(found);
  const otherwise = [...dates.values()].toSorted()[0] ?? new Date(0).toISOString();
  const contents: Contents = {
    templates: new Map(),
    badges: [],
    people: createPeople(NO_PICTURES, otherwise),
  };
  const keys = new Map<string, string>();
  const issuers = new Set<string>();
  for (const badge of found) {
    try {
      const createdAt = dates.get(classKey(badge)) ?? otherwise;
      if (!addBadge(contents, { badge, findRecipient, keys }, createdAt)) {
        report.repeated += 1;
        report.notes.push(`${printName(badge.name)} has the same badge as an earlier file`);
        continue;
      }
      report.taken += 1;
      report[badge.isVerified ? "verified" : "vouched"] += 1;
      issuers.add(badge.issuer);
    } catch (error) {
      if (!(error instanceof FileRefused)) throw error;
      addRefused(report, badge.name, error.message);
    }
  }
  report.issuers = [...issuers].toSorted();
  return contents;
}
