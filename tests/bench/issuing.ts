import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { readPostmasterFile } from "@/lib/platform/postgres/postmaster";
import { child, endChild } from "./children";
import { processorMs } from "./process-cost";
import { report, type Comparison, type Print } from "./report";
import { createTemplate, issue, LANES, type Subject } from "./subject";

const ROUNDS = 5;
/** A server is measured in its steady state: compiled by V8, with its statements planned. */
const WARM_UP = 6_000;
const PER_ROUND = 1_000;

/** Processor time per badge, of the server process and of PostgreSQL, and badges per second. */
type Cost = { perSecond: number; server: number; database: number };

/** Returns the processor time of PostgreSQL so far, in milliseconds: of its first process and all that it started. */
async function databaseMs(first: number): Promise<number> {
  const isNumber = (name: string): boolean => /^\d+$/.test(name);
  let total = 0;
  for (const pid of (await readdir("/proc").catch(() => [])).filter(isNumber)) {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
    if (Number(pid) === first || parent === first)
      total += await processorMs(Number(pid), { withEnded: true });
  }
  return total;
}

type Server = { origin: string; pid: number; templateIds: string[] };

/** Issues badges from these templates in turn. */
async function measure(one: Subject, { origin, pid, templateIds }: Server, postgres: number): Promise<Cost> {
  const before = [await processorMs(pid), await databaseMs(postgres)] as const;
  const { perSecond, failures } = await issue(origin, one, PER_ROUND, templateIds);
  if (failures > 0) throw new Error(`${failures} of ${PER_ROUND} badges were not issued`);
  return {
    perSecond,
    server: ((await processorMs(pid)) - before[0]) / PER_ROUND,
    database: ((await databaseMs(postgres)) - before[1]) / PER_ROUND,
  };
}

/**
 * Compares issuing with a server written by hand, and issuing from one template with issuing from sixteen. Rounds
 * alternate on the same database. Returns the badges per second of this service.
 */
export async function issuing(one: Subject, print: Print): Promise<number[]> {
  const baseline = await child<string>("baseline-server.ts", [], {
    DATABASE_URL: await one.product.databaseUrl(),
  });
  const [server] = await one.product.servers();
  const postgres = (await readPostmasterFile(join(one.product.dataDir, "postgres")))?.pid ?? 0;
  const templateIds = [one.templateId];
  while (templateIds.length < LANES) templateIds.push(await createTemplate(one.product, one.made));
  const ours = { origin: one.product.origin, pid: server?.pid ?? 0, templateIds: [one.templateId] };
  const byHand = { ...ours, origin: baseline.first, pid: baseline.process.pid ?? 0 };
  await issue(ours.origin, one, WARM_UP);
  await issue(byHand.origin, one, WARM_UP);
  const rounds = { one: [] as Cost[], sixteen: [] as Cost[], byHand: [] as Cost[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.byHand.push(await measure(one, byHand, postgres));
    rounds.one.push(await measure(one, ours, postgres));
    rounds.sixteen.push(await measure(one, { ...ours, templateIds }, postgres));
  }
  await endChild(baseline.process);
  print(`\nIssuing over HTTP, ${LANES} at once, one server process (${ROUNDS} rounds of ${PER_ROUND})`);
  const compare = (key: keyof Cost, reference: Cost[], costs = rounds.one): Comparison["rounds"] =>
    costs.map((cost, round) => ({ ours: cost[key], reference: reference[round]?.[key] ?? 0 }));
  const figures: Comparison[] = [
    {
      name: `${LANES} issue from one template, beside a server by hand`,
      unit: "/s",
      rounds: compare("perSecond", rounds.byHand),
      goal: { atLeast: 0.6 },
    },
    {
      name: `${LANES} issue from ${LANES} templates, beside a server by hand with one`,
      unit: "/s",
      rounds: compare("perSecond", rounds.byHand, rounds.sixteen),
      goal: { atLeast: 0.65 },
    },
    {
      name: `${LANES} issue from one template, beside ${LANES} templates`,
      unit: "/s",
      rounds: compare("perSecond", rounds.sixteen),
      goal: { atLeast: 0.9 },
    },
    {
      name: "processor time of the server for an issue",
      unit: "ms",
      rounds: compare("server", rounds.byHand),
    },
    {
      name: "processor time of PostgreSQL for an issue",
      unit: "ms",
      rounds: compare("database", rounds.byHand),
    },
  ];
  for (const figure of figures) report(print, figure);
  return rounds.one.map(({ perSecond }) => perSecond);
}
