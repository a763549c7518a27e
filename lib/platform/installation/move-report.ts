import type { DownloadReport } from "@/lib/moving/downloads/service";
import { formatTable } from "./command-line";
import type { MovedIn } from "./moving";

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

/** Formats the result of a move for people: what was written of each kind, what was not and why, and new secrets. */
export function formatMove(result: MovedIn & { download?: DownloadReport }): string {
  const { administrator, applications } = result;
  const kinds = Object.entries(result.kinds).map(([kind, counts]) => ({ kind, ...counts }));
  const secrets = applications.filter(({ client_secret: secret }) => secret !== "");
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
    ...(result.download ? describeDownload(result.download) : []),
    ...section(
      "New secrets of OAuth applications, shown only once:",
      secrets.map(({ name, client_id: id, client_secret: secret }) => `${name}  ${id}  ${secret}`),
    ),
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
