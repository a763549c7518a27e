import { z } from "zod";
import { emailAddress, line } from "@/lib/kernel/fields";
import { command, formatFields, type Command, formatTable } from "./command-line";
import {
  exportRecords,
  moveIn,
  moveInCsv,
  moveInFrom,
  moveInImages,
  type Exported,
  type MovedIn,
} from "./moving";
import { exportStatic } from "./static-export";
import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { MoveError } from "@/lib/moving/imports/schema";
import type { DownloadReport } from "@/lib/moving/downloads/service";
import type { ImagesReport } from "@/lib/moving/baked-images/schema";
import type { CsvReport } from "@/lib/moving/csv-files/schema";

/** The most refusals and skipped items that are printed. `--json` has all that are kept. */
const MAX_LISTED = 20;

const section = (title: string, lines: string[]): string[] =>
  lines.length === 0 ? [] : ["", title, ...lines.map((one) => `  ${one}`)];

/** The first lines of a list, and how many there are more. */
const shorten = (lines: string[], total: number): string[] => {
  const shown = lines.slice(0, MAX_LISTED);
  return total > shown.length ? [...shown, `and ${total - shown.length} more: --json lists them`] : shown;
};

const describeDownload = (download: DownloadReport): string[] => [
  ...section("Read from the other service:", [`${download.base_url} at ${download.downloaded_at}`]),
  ...section(
    "Not served by the other service, or not to this token:",
    download.unavailable.map(({ path, status }) => `${path} (status ${status})`),
  ),
  ...section(
    "Not taken from the other service:",
    shorten(
      download.skipped.map(({ kind, id, reason }) => [kind, id, reason].filter(Boolean).join(" ")),
      download.skipped_count,
    ),
  ),
  ...section("Not shown by the interface:", download.not_given),
];

/** The result of a move, with what its source says. */
type MoveResult = MovedIn & { download?: DownloadReport; csv?: CsvReport; images?: ImagesReport };

const describeCsv = ({ files, missing, refused, refused_count: count, notes }: CsvReport): string[] => [
  ...section(
    "Read from the folder:",
    files.map(({ file, rows }) => `${file}  ${rows} ${rows === 1 ? "row" : "rows"}`),
  ),
  ...section("Not in the folder:", missing),
  ...section(
    "Rows refused:",
    shorten(
      refused.map(({ file, line, reason }) => `${file}${line === null ? "" : `, line ${line}`}: ${reason}`),
      count,
    ),
  ),
  ...section(
    "Columns that are not used:",
    files.flatMap(({ file, ignored_columns: ignored }) =>
      ignored.length > 0 ? [`${file}: ${ignored.join(", ")}`] : [],
    ),
  ),
  ...section("Different from the files:", shorten(notes, notes.length)),
];

const describeImages = (images: ImagesReport): string[] => [
  ...section("Read from the folder:", [
    `${images.files} images: ${images.taken} taken, ${images.repeated} with the badge of another file, ${images.refused_count} refused`,
    `${images.verified} badges were verified, for ${images.vouched} you vouch`,
  ]),
  ...section("Issuers:", images.issuers),
  ...section(
    "Files refused:",
    shorten(
      images.refused.map(({ file, reason }) => `${file}: ${reason}`),
      images.refused_count,
    ),
  ),
  ...section("Different from the files:", shorten(images.notes, images.notes.length)),
];

/** New secrets. Those of a dry run are empty. */
const describeSecrets = ({ applications, learning_apps: apps }: MovedIn): string[] => [
  ...section(
    "New secrets of OAuth applications, shown only once:",
    applications
      .filter(({ client_secret: secret }) => secret !== "")
      .map(({ name, client_id: id, client_secret: secret }) => `${name}  ${id}  ${secret}`),
  ),
  ...section(
    "Keys and new secrets of learning apps, shown only once:",
    apps
      .filter(({ app_secret: secret }) => secret !== "")
      .map(({ name, api_key: key, app_secret: secret }) => `${name}  ${key}  ${secret}`),
  ),
];

/** Connections of learners are the only records that wait for a person. */
const describeWaiting = ({ waiting }: MovedIn): string[] =>
  waiting > 0
    ? [
        `Connections of an LMS to accounts that were here before: ${waiting}`,
        "At the next launch, the learner gets an e-mail to allow it. You need not do anything.",
      ]
    : [];

/** Formats the result of an export for people: how many records of each kind the file has. */
export function formatExport({ kinds, ...fields }: Exported): string {
  const written = Object.entries(kinds).filter(([, count]) => count > 0);
  return [
    formatFields(fields),
    "",
    ...formatTable(written.map(([kind, records]) => ({ kind, records }))),
  ].join("\n");
}

/** Formats the result of a move for people: what was written of each kind, what was not and why, and new secrets. */
export function formatMove(result: MoveResult): string {
  const { administrator } = result;
  const kinds = Object.entries(result.kinds).map(([kind, counts]) => ({ kind, ...counts }));
  const lines = [
    `Organization ${result.organization_id}`,
    ...(result.dry_run ? ["This is a dry run: nothing was written."] : []),
    "",
    ...formatTable(kinds),
    ...section(
      "Refused:",
      shorten(
        result.refusals.map(({ line, kind, reason }) => `line ${line}, ${kind}: ${reason}`),
        result.refused,
      ),
    ),
    ...section("Waiting for learners:", describeWaiting(result)),
    ...(result.download ? describeDownload(result.download) : []),
    ...(result.csv ? describeCsv(result.csv) : []),
    ...(result.images ? describeImages(result.images) : []),
    ...describeSecrets(result),
    ...section(
      "The administrator, shown only once:",
      administrator === null
        ? []
        : [
            `e-mail address  ${administrator.admin_email}`,
            `password        ${administrator.admin_password}`,
            `token           ${administrator.authorization_token}`,
          ],
    ),
  ];
  return lines.join("\n");
}

/**
 * Returns the token of another service: that of the option, `-` for the standard input, the content of a file, or the
 * environment variable MOVE_IN_TOKEN. Throws `MoveError` when there is none.
 */
async function readSourceToken(option: string | undefined, file: string | undefined): Promise<string> {
  const read = (): Promise<string> | string => {
    if (file !== undefined) return readFile(file, "utf8");
    return option === "-" ? text(process.stdin) : (option ?? process.env.MOVE_IN_TOKEN ?? "");
  };
  const token = (await read()).trim();
  if (token === "") throw new MoveError("There is no token: give --token -, --token-file or MOVE_IN_TOKEN.");
  return token;
}

const webUrl = () => z.url({ protocol: /^https?$/, error: "must be an http or https address" });
const textOption = () => line(4_000).min(1, "can't be blank");

/** The options that belong to a source, by its option. */
const SOURCE_OPTIONS = {
  csv: ["source"],
  images: ["issuer", "addresses", "offline"],
  from: ["token", "token-file", "from-organization"],
} as const;

const isPresent = (value: unknown): boolean =>
  value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);

/** Returns what is wrong with options of move-in that do not go together. */
function findMoveConflict(given: Record<string, unknown>): { option: string; message: string } | null {
  if (["file", "csv", "images", "from"].filter((name) => isPresent(given[name])).length !== 1)
    return { option: "file", message: "give one of --file, --csv, --images and --from" };
  for (const [source, options] of Object.entries(SOURCE_OPTIONS)) {
    const option = isPresent(given[source]) ? undefined : options.find((name) => isPresent(given[name]));
    if (option !== undefined) return { option, message: `belongs to --${source}` };
  }
  if (isPresent(given.images) && !isPresent(given.organization))
    return { option: "organization", message: "is required with --images" };
  return isPresent(given.token) && isPresent(given["token-file"])
    ? { option: "token-file", message: "cannot be given together with --token" }
    : null;
}

/** The commands that write what the service has into files, and read it from another service. */
export const MOVING_COMMANDS: Command[] = [
  command({
    name: "export",
    usage: "--organization ID|SLUG --file FILE | --static FOLDER [--full]",
    help: `With --organization: writes all records of an organization into FILE, one line of JSON each, as they are at one moment
while the service runs or is stopped. move-in reads it back. It contains no password, token or key, but the names and
addresses of people: only your account can read the file. docs/operating/moving-out.md describes each record.
With --static: writes what anyone can read of the service (pages, badges, credentials, status lists, DID documents,
images) into FOLDER, as files that any web server serves at the same addresses. Repeat it: a later run writes what has
changed and removes what is not public any more. --full writes everything again. docs/static-export.md has
configurations. Exit code 1 if something could not be read; the next run tries it again.
Prints its progress to the error stream.`,
    given: {
      organization: textOption().optional(),
      file: textOption().optional(),
      static: textOption().optional(),
      full: z.boolean().default(false),
    },
    findConflict: ({ organization, file, static: folder, full }) => {
      if ((organization === undefined) === (folder === undefined))
        return { option: "organization", message: "give either --organization and --file, or --static" };
      if ((organization === undefined) !== (file === undefined))
        return { option: "file", message: "belongs to --organization, which needs it" };
      return full && folder === undefined ? { option: "full", message: "belongs to --static" } : null;
    },
    run: async ({ organization = "", file = "", static: folder, full }): Promise<object> =>
      folder === undefined ? exportRecords(organization, file) : exportStatic(folder, { isFull: full }),
    isFailure: (result) => "failures" in result && Number(result.failures) > 0,
    format: (result) => ("kinds" in result ? formatExport(result as Exported) : formatFields(result)),
  }),
  command({
    name: "move-in",
    usage: `(--file FILE | --csv FOLDER [--source NAME|URL] |
   --images FOLDER --organization ID|SLUG [--issuer URL]… [--addresses FILE] [--offline] |
   --from URL (--token - | --token-file FILE) [--from-organization ID])
  [--organization ID|SLUG] [--admin-email ADDRESS] [--dry-run]`,
    help: `Reads an organization: from an export of this or another installation (--file), from a folder of CSV files (--csv),
from PNG and SVG files with Open Badges (--images), or from another service of this interface over HTTP (--from). It goes into
--organization, into the one that the same source was moved into before, or else into a new one, with its id and address if
they are free. Repeat it, also after it was interrupted: it writes only what is new or has changed. No e-mails are sent, and there
are no events.
The files of --csv are organization.csv, badge_templates.csv, badges.csv and employees.csv, each of which may be missing; the
downloads of this product can be used unchanged. --source is the name or the address of the service that they come from. Give
the same one each time. Default: the id of the organization in the files.
--images reads the badges of a folder into --organization, and verifies them with their issuers. --issuer is the address of an
issuer's profile, or the origin of its service; give it several times for several. It is required if the files have several
issuers. Recipients that are hashed are found among the employees of the organization and in the file of --addresses: one
address in each line, or a table with the heading email. --offline makes no requests: the badges are taken as the files are,
and you vouch for them.
--from is the address of the service, such as https://badges.example. The token is an authorization token of the organization
there that may read. --token - reads it from the standard input, --token-file from a file, and without both it is the
environment variable MOVE_IN_TOKEN. --token TOKEN works too, but other accounts of this machine can see it while the command
runs. --from-organization: which organization, if the token reads several.
--dry-run reports what would be written, with the reasons for what is refused, and writes nothing. --admin-email: if the
organization has no administrator, this person becomes one, and the result has their password and a token. OAuth applications
and learning apps get new secrets, which are printed once. Exit code 1 if a record, a row or a file was refused. docs/operating/moving-in.md has the
steps.`,
    given: {
      file: textOption().optional(),
      csv: textOption().optional(),
      source: textOption().optional(),
      images: textOption().optional(),
      issuer: z.array(webUrl()).max(100).default([]),
      addresses: textOption().optional(),
      offline: z.boolean().default(false),
      from: webUrl().optional(),
      "from-organization": textOption().optional(),
      token: textOption().optional(),
      "token-file": textOption().optional(),
      organization: textOption().optional(),
      "admin-email": emailAddress().optional(),
      "dry-run": z.boolean().default(false),
    },
    findConflict: findMoveConflict,
    run: async ({ file = "", csv, from, images, ...given }): Promise<MoveResult> => {
      const target = {
        organization: given.organization,
        adminEmail: given["admin-email"],
        isDryRun: given["dry-run"],
      };
      if (csv !== undefined) return moveInCsv({ folder: csv, source: given.source, ...target });
      if (images !== undefined) {
        const { issuer: issuers, addresses, offline: isOffline, organization = "" } = given;
        return moveInImages({ ...target, folder: images, organization, issuers, addresses, isOffline });
      }
      if (from === undefined) return moveIn({ file, ...target });
      const secret = await readSourceToken(given.token, given["token-file"]);
      return moveInFrom({ from, token: secret, fromOrganization: given["from-organization"], ...target });
    },
    isFailure: ({ refused, csv, images }) =>
      refused + (csv?.refused_count ?? 0) + (images?.refused_count ?? 0) > 0,
    format: formatMove,
  }),
];
