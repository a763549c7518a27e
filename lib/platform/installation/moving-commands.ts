import { z } from "zod";
import { emailAddress, line } from "@/lib/kernel/fields";
import { command, type Command } from "./command-line";
import { formatMove } from "./move-report";
import { exportRecords, moveIn, moveInFrom, type MovedIn } from "./moving";
import { readSourceToken } from "./source-token";
import { exportStatic } from "./static-export";

const textOption = () => line(4_000).min(1, "can't be blank");

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
  }),
  command({
    name: "move-in",
    usage: `(--file FILE | --from URL (--token - | --token-file FILE) [--from-organization ID])
  [--organization ID|SLUG] [--admin-email ADDRESS] [--dry-run]`,
    help: `Reads an export of this or another installation (--file), or another service of this interface over HTTP (--from),
into an organization: --organization, the one that the same source was moved into before, or else a new one, with its id and
address if they are free. Repeat it, also after it was interrupted: it writes only what is new or has changed. Nobody is
mailed, and there are no events. --from is the address of the service, such as https://badges.example. The token is an
authorization token of the organization there that may read. --token - reads it from the standard input, --token-file from a
file, and without both it is the environment variable MOVE_IN_TOKEN. --token TOKEN works too, but other accounts of this
machine can see it while the command runs. --from-organization: which organization, if the token reads several. --dry-run
reports what would be written, with the reasons for what is refused, and writes nothing. --admin-email: if the organization
has no administrator, this person becomes one, and the result has their password and a token. OAuth applications get new
secrets, which are printed once. Exit code 1 if a record was refused. docs/operating/moving-in.md has the steps.`,
    given: {
      file: textOption().optional(),
      from: z.url({ protocol: /^https?$/, error: "must be an http or https address" }).optional(),
      "from-organization": textOption().optional(),
      token: textOption().optional(),
      "token-file": textOption().optional(),
      organization: textOption().optional(),
      "admin-email": emailAddress().optional(),
      "dry-run": z.boolean().default(false),
    },
    findConflict: ({ file, from, token, "token-file": tokenFile, "from-organization": fromOrganization }) => {
      if ((file === undefined) === (from === undefined))
        return { option: "file", message: "give either --file or --from" };
      if (from === undefined && (token ?? tokenFile ?? fromOrganization) !== undefined)
        return { option: "from", message: "is required with --token, --token-file and --from-organization" };
      return token !== undefined && tokenFile !== undefined
        ? { option: "token-file", message: "cannot be given together with --token" }
        : null;
    },
    run: async ({ file = "", from, token, "token-file": tokenFile, ...given }): Promise<MovedIn> => {
      const target = {
        organization: given.organization,
        adminEmail: given["admin-email"],
        isDryRun: given["dry-run"],
      };
      if (from === undefined) return moveIn({ file, ...target });
      const secret = await readSourceToken(token, tokenFile);
      return moveInFrom({ from, token: secret, fromOrganization: given["from-organization"], ...target });
    },
    isFailure: ({ refused }) => refused > 0,
    format: formatMove,
  }),
];
