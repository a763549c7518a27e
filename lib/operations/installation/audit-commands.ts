import { z } from "zod";
import { line } from "@/lib/kernel/fields";
import { command, type Command, type ListResult } from "./command-line";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { createInterface } from "node:readline";
import { exportChain, listChainedOrganizations, getAuditChain } from "@/lib/oversight/audit-chain/service";
import { FAULTS } from "@/lib/oversight/audit-chain/choices";
import type { CheckResult } from "@/lib/oversight/audit-chain/verification";
import { verifyChain, verifyFile, type VerifyOptions } from "@/lib/oversight/audit-chain/verify-chain";
import { runAsJob } from "@/lib/kernel/db";
import { isUuid } from "@/lib/kernel/ids";
import { getOrganizationByKey } from "@/lib/organizations/profile/service";

/** What was verified of an organization, and the first position that differs. */
type Verified = {
  organization_id: string;
  entries: number;
  signed_heads: number;
  waiting: number;
  last_position: number;
  last_hash: string;
  first_difference: number | null;
  problem: string | null;
};

const present = (organizationId: string, result: CheckResult, waiting: number): Verified => ({
  organization_id: organizationId,
  entries: result.links,
  signed_heads: result.heads,
  waiting,
  last_position: result.position,
  last_hash: result.hash,
  first_difference: result.finding?.position ?? null,
  problem: result.finding && FAULTS[result.finding.fault],
});

const toList = (items: Verified[]): ListResult<Verified> => ({
  items,
  page: 1,
  total_pages: 1,
  total_count: items.length,
});

/** Finds the id of an organization. An id may be that of a deleted one, whose entries are still there. */
const findId = async (key: string): Promise<string> =>
  isUuid(key) ? key.toLowerCase() : (await getOrganizationByKey(key)).id;

/** Verifies the chain of an organization, or of all that have one, one after the other. */
const verifyAuditLogs = (
  organization: string | undefined,
  options: VerifyOptions,
): Promise<ListResult<Verified>> =>
  runAsJob(async () => {
    const ids = organization === undefined ? await listChainedOrganizations() : [await findId(organization)];
    const items: Verified[] = [];
    for (const id of ids) {
      const result = await verifyChain(id, options);
      items.push(present(id, result, (await getAuditChain({ organizationId: id })).waiting));
    }
    return toList(items);
  });

/** Verifies an exported file. */
const verifyAuditFile = (file: string, options: VerifyOptions): Promise<ListResult<Verified>> =>
  runAsJob(async () => {
    const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity });
    const { header, result } = await verifyFile(lines, options);
    return toList([present(header.organization_id, result, 0)]);
  });

/** Writes an export into a new file, which only its owner can read. Throws when the file exists. */
const exportAuditLog = (
  organization: string,
  path: string,
): Promise<{ file: string; organization_id: string; lines: number }> =>
  runAsJob(async () => {
    const organizationId = await findId(organization);
    const file = await open(path, "wx", 0o600);
    let lines = 0;
    try {
      for await (const line of await exportChain(organizationId, { after: 0 })) {
        await file.write(line);
        lines += 1;
      }
      await file.sync();
    } finally {
      await file.close();
    }
    return { file: path, organization_id: organizationId, lines };
  });

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
