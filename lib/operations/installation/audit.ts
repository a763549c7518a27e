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
import type { ListResult } from "./list-result";

/** What was verified of an organization, and the first position that differs. */
export type Verified = {
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
export const verifyAuditLogs = (
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
export const verifyAuditFile = (file: string, options: VerifyOptions): Promise<ListResult<Verified>> =>
  runAsJob(async () => {
    const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity });
    const { header, result } = await verifyFile(lines, options);
    return toList([present(header.organization_id, result, 0)]);
  });

/** Writes an export into a new file, which only its owner can read. Throws when the file exists. */
export const exportAuditLog = (
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
