import { ensureBuilt } from "../support/platform/product";
import { auditChain } from "./audit-chain";
import { credentials } from "./credentials";
import { growth } from "./growth";
import { importing } from "./import";
import { issuing } from "./issuing";
import { learning } from "./learning";
import { pages } from "./pages";
import { routing } from "./routing";
import { publicPages, servedCredentials } from "./public";
import { printReport, report } from "./report";
import { search } from "./search";
import { memoryOverIssues, startAndMemory } from "./start-and-memory";
import { createSubject, issue } from "./subject";
import { tracing } from "./tracing";
import { tenMillion } from "./ten-million";
import { foreignVerification, ownVerification } from "./verification";
import { DELIVERIES, inngest, webhooks } from "./webhooks";

const ROUNDS = 5;
/** A server is measured in its steady state: compiled by V8, with its statements planned. */
const WARM_UP = 6_000;
const PER_ROUND = 1_000;

const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** Runs the same load on two server processes. */
async function processes(single: number[]): Promise<void> {
  const two = await createSubject(2);
  try {
    await issue(two.product.origin, two, 2 * WARM_UP);
    const rates: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rates.push((await issue(two.product.origin, two, PER_ROUND)).perSecond);
    }
    print("\nServer processes");
    const rounds = rates.map((ours, round) => ({ ours, reference: single[round] ?? 0 }));
    // The client and the database share the cores of the machine with both processes.
    report(print, {
      name: "issues of two server processes, beside one",
      unit: "/s",
      rounds,
      goal: { atLeast: 1.8 },
    });
  } finally {
    await two.product.remove();
  }
}

const selected = new Set(process.argv.slice(2));
const wants = (part: string): boolean => selected.size === 0 || selected.has(part);

// Only when it is named, because it takes some minutes. It needs no build.
if (selected.delete("audit")) {
  await auditChain(print);
  if (selected.size === 0) process.exit();
}

await ensureBuilt();
// Behind a proxy, so that a load can come from many addresses.
const one = await createSubject(1, { TRUSTED_PROXIES: "1" });
try {
  const single = wants("issuing") || wants("processes") ? await issuing(one, print) : [];
  if (wants("routing")) await routing(print);
  if (wants("public")) await publicPages(one, print);
  if (wants("credentials")) {
    await credentials(print);
    await foreignVerification(print);
    await servedCredentials(one, print);
    await ownVerification(one, print);
  }
  if (wants("processes")) await processes(single);
  if (wants("memory")) {
    await startAndMemory(print);
    await memoryOverIssues(one, print);
  }
  if (wants("pages")) await pages(print);
  if (wants("webhooks")) {
    if (!wants("memory")) await issue(one.product.origin, one, DELIVERIES);
    await webhooks(one, print);
  }
  if (wants("inngest")) {
    if (!wants("webhooks")) await issue(one.product.origin, one, DELIVERIES);
    await inngest(one, print);
  }
  if (wants("search")) await search(one.product, print);
  if (wants("learning")) await learning(one.product, print);
  if (wants("import")) await importing(one.product, print);
  if (wants("tracing")) await tracing(print);
  if (wants("growth")) await growth(one, print);
  // Only when it is named, because it takes half an hour.
  if (selected.has("ten-million")) await tenMillion(print);
  printReport(print);
} finally {
  await one.product.remove();
}
