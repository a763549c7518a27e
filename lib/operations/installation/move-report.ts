import type { DownloadReport } from "@/lib/moving/downloads/service";
import type { ImagesReport } from "@/lib/moving/baked-images/schema";
import type { CsvReport } from "@/lib/moving/csv-files/schema";
import { formatFields, formatTable } from "./command-line";
import type { Exported, MovedIn } from "./moving";

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
export type MoveResult = MovedIn & { download?: DownloadReport; csv?: CsvReport; images?: ImagesReport };

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
