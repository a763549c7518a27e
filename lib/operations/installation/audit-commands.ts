import { z } from "zod";
import { line } from "@/lib/kernel/fields";
import { exportAuditLog, verifyAuditFile, verifyAuditLogs, type Verified } from "./audit";
import { command, type Command } from "./command-line";
import type { ListResult } from "./list-result";

const textOption = () => line().min(1, "can't be blank");
const headOption = () =>
  z
    .string()
    .regex(/^[1-9]\d{0,9}:[\da-f]{64}$/, "must be a position and a hash such as 120:9f86d0…")
    .transform((text) => {
      const [position = "", hash = ""] = text.split(":");
      return { position: Number(position), hash };
    });
const daysOption = () =>
  z.coerce.number({ error: "must be a whole number of days" }).int().min(1, "must be at least 1");

type Given = {
  organization?: string | undefined;
  file?: string | undefined;
  head?: { position: number; hash: string } | undefined;
  "kept-days"?: number | undefined;
};

const verify = ({ file, organization, head, "kept-days": keptDays }: Given): Promise<ListResult<Verified>> =>
  file === undefined
    ? verifyAuditLogs(organization, { head, keptDays })
    : verifyAuditFile(file, { head, keptDays });

/** The commands for the audit log. */
export const AUDIT_COMMANDS: Command[] = [
  command({
    name: "audit verify",
    usage: "[--organization ID|SLUG | --file FILE] [--head POSITION:HASH] [--kept-days NUMBER]",
    help: `Recomputes the hash chain of audit entries of an organization, or of all, and checks every signed head. With --file
checks an exported file, and that the chain of today contains it. --head is a head that was noted earlier, and
that the chain must contain. Entries older than AUDIT_KEPT_DAYS, or than --kept-days, may be missing. Changes nothing.
Exit code 1 if something differs: it prints the first position that does, and what is wrong with it.`,
    given: {
      organization: textOption().optional(),
      file: textOption().optional(),
      head: headOption().optional(),
      "kept-days": daysOption().optional(),
    },
    run: verify,
    isFailure: ({ items }) => items.some(({ first_difference: position }) => position !== null),
  }),
  command({
    name: "audit export",
    usage: "--organization ID|SLUG --file FILE",
    help: `Writes the audit entries of an organization that are in its chain into a new FILE, one JSON text in each line, with
their hashes and signed heads. Entries contain personal data. docs/operating/audit.md explains the format.`,
    given: { organization: textOption(), file: textOption() },
    run: ({ organization, file }) => exportAuditLog(organization, file),
  }),
];
