import { FAULTS, type Fault } from "@/lib/oversight/audit-chain/choices";
import { verifyNewestHeads } from "@/lib/oversight/audit-chain/verify-chain";
import { runAsJob } from "@/lib/kernel/db";
import { firstIdAt } from "@/lib/kernel/ids";
import {
  describeRunner,
  listSome,
  skipWhenStopped,
  type Check,
  type ExaminedDatabase,
  type Finding,
} from "./finding";

/** Heads are signed every hour, and entries are added to their chains every minute. */
const OVERDUE_HOURS = 3;
const WAITING_HOURS = 1;
const HOUR_MS = 3_600_000;
const BATCH = 200;

type Chain = {
  id: string;
  name: string;
  signedPosition: number;
  fault: string | null;
  faultPosition: number | null;
  isOverdue: boolean;
};

/** Reads the end of each chain, one row an organization. */
async function listChains({ client, env }: ExaminedDatabase): Promise<Chain[]> {
  const { rows } = await client.query<Chain>(
    `SELECT chain.organization_id AS id, COALESCE(organization.name, chain.organization_id::text) AS name,
       chain.signed_position AS "signedPosition", chain.fault, chain.fault_position AS "faultPosition",
       link.occurred_at < now() - make_interval(hours => $1)
         AND COALESCE(head.signed_at, '-infinity') < now() - make_interval(hours => $1)
         AND ($2 OR EXISTS (SELECT FROM hourly_runs WHERE job = 'sign-audit-heads'
           AND (leased_until IS NULL OR leased_until < now()))) AS "isOverdue"
     FROM audit_chains AS chain LEFT JOIN organizations AS organization ON organization.id = chain.organization_id
       LEFT JOIN audit_heads AS head
         ON head.organization_id = chain.organization_id AND head.position = chain.signed_position
       LEFT JOIN audit_links AS link
         ON link.organization_id = chain.organization_id AND link.position = chain.signed_position + 1
     ORDER BY 1`,
    [OVERDUE_HOURS, Boolean(env.inngest)],
  );
  return rows;
}

const describeDifference = (problem: string, id: string): Finding => ({
  problem,
  reason: "Somebody changed the audit log in the database, or a part of a backup was put back.",
  remedy:
    `Keep the database as it is, and run: npm run -s admin -- audit verify --organization ${id} ` +
    "(docs/operating/audit.md, “When something differs”).",
});

const describeUnsigned = (name: string, position: number | null): Finding => ({
  problem: `The audit log of ${name} cannot be signed up to position ${position}.`,
  reason:
    "Its signing key cannot be used, for instance because ENCRYPTION_KEY is not the one that encrypted it.",
  remedy:
    "Look for “an audit head could not be signed” in the log of the service. It tries again every hour.",
});

const describeFault = (fault: string): string => FAULTS[fault as Fault] ?? fault;

function inspectChain(
  { id, name, signedPosition, fault, faultPosition }: Chain,
  wrongHeads: Map<string, Fault>,
): Finding[] {
  if (fault === "unsigned_head") return [describeUnsigned(name, faultPosition)];
  if (fault !== null) {
    const problem = `The audit log of ${name} differs at position ${faultPosition}: ${describeFault(fault)}`;
    return [describeDifference(problem, id)];
  }
  const found = wrongHeads.get(id);
  if (found === undefined) return [];
  const problem = `The newest signed head of the audit log of ${name}, at position ${signedPosition}, is not right: ${FAULTS[found]}`;
  return [describeDifference(problem, id)];
}

/** Inspects the ends of chains, some hundred organizations at a time. */
async function inspectChains(chains: Chain[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (let at = 0; at < chains.length; at += BATCH) {
    const some = chains.slice(at, at + BATCH);
    const wrongHeads = await verifyNewestHeads(some.map(({ id }) => id));
    findings.push(...some.flatMap((chain) => inspectChain(chain, wrongHeads)));
  }
  return findings;
}

async function inspectAge(examined: ExaminedDatabase, chains: Chain[]): Promise<Finding[]> {
  if (skipWhenStopped(examined) !== null) return [];
  const findings: Finding[] = [];
  const overdue = chains.filter(({ isOverdue, fault }) => isOverdue && fault === null);
  if (overdue.length > 0)
    findings.push({
      problem: `Audit logs have entries of more than ${OVERDUE_HOURS} hours ago that no signed head covers: ${listSome(overdue.map(({ name }) => name))}.`,
      reason:
        "Somebody who can write to the database can still change these entries and compute the chain anew.",
      remedy: `The hourly job “sign-audit-heads” signs them. ${describeRunner(examined)}`,
    });
  const { rows } = await examined.client.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM audit_queue WHERE entry_id < $1",
    [firstIdAt(new Date(Date.now() - WAITING_HOURS * HOUR_MS))],
  );
  const waiting = rows[0]?.count ?? 0;
  if (waiting > 0)
    findings.push({
      problem: `Audit entries from more than an hour ago are not in the chain of their organization: ${waiting}.`,
      reason: "A change of these entries is not found.",
      remedy: `In the first minutes after an upgrade, wait. Otherwise: ${describeRunner(examined)}`,
    });
  return findings;
}

/** The ends of the audit logs. `admin audit verify` verifies all of them. */
export const AUDIT_CHECKS: Check<ExaminedDatabase>[] = [
  {
    name: "audit-chain",
    run: (examined) =>
      runAsJob(async () => {
        const chains = await listChains(examined);
        return [...(await inspectChains(chains)), ...(await inspectAge(examined, chains))];
      }),
  },
];
