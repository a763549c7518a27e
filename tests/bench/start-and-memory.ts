import { setTimeout as sleep } from "node:timers/promises";
import { LARGE_BODIES, sendAtOnce } from "../support/http/large-bodies";
import { peakMemoryMb } from "../support/platform/processes";
import { createOrganization, startProduct, type Product } from "../support/platform/product";
import { residentMb } from "./process-cost";
import { reportFigure, type Print } from "./report";
import { issue, type Subject } from "./subject";

/** Until the hourly jobs of the start have ended and their memory is released. */
const IDLE_MS = 20_000;
const BODIES = 72;
const STARTS = 5;
const ISSUES = 50_000;
const ISSUE_STEPS = 5;

/** Measures the memory of each process after a warm start, before anyone has sent a request. */
async function idleMemory(product: Product, print: Print): Promise<void> {
  const [[server], runner] = [await product.servers(), await product.runner()];
  await sleep(IDLE_MS);
  const pids = { supervisor: product.pid, server: server?.pid ?? 0, runner: runner.pid };
  for (const [name, pid] of Object.entries(pids)) {
    const goal = name === "runner" ? { goal: { atMost: 110 } } : {};
    reportFigure(print, {
      name: `memory of the idle ${name}`,
      unit: "MB",
      values: [await residentMb(pid)],
      ...goal,
    });
  }
}

/** Measures the highest memory of the server while many bodies of a mebibyte arrive at once. */
async function peakMemory(product: Product, print: Print): Promise<void> {
  const organization = await createOrganization(product.dataDir, {
    name: "Bench",
    adminEmail: "memory@example.org",
  });
  const { organization_id: id, authorization_token: token } = organization;
  const headers = { authorization: `Basic ${Buffer.from(`${token}:`).toString("base64")}` };
  const target = { origin: product.origin, path: `/v1/organizations/${id}/badges`, headers };
  const [server] = await product.servers();
  for (const large of LARGE_BODIES) {
    await sendAtOnce(target, large, BODIES);
    const name = `peak of a server under ${BODIES} bodies of 1 MiB: ${large.name}`;
    reportFigure(print, {
      name,
      unit: "MB",
      values: [await peakMemoryMb(server?.pid ?? 0)],
      goal: { atMost: 500 },
    });
  }
}

/** Starts the product on existing data and returns the seconds until it responds with a page. */
async function warmStart(dataDir: string): Promise<{ product: Product; seconds: number }> {
  const began = performance.now();
  const product = await startProduct({ dataDir });
  await (await fetch(`${product.origin}/sign-in`)).text();
  return { product, seconds: (performance.now() - began) / 1000 };
}

/** Measures starts, the memory of idle processes, and the peak under large bodies. */
export async function startAndMemory(print: Print): Promise<void> {
  let product = await startProduct();
  try {
    const times: number[] = [];
    while (times.length < STARTS) {
      await product.stop();
      const started = await warmStart(product.dataDir);
      ({ product } = started);
      times.push(started.seconds);
    }
    print("\nStart and memory");
    reportFigure(print, {
      name: "warm start until the first page",
      unit: "s",
      values: times,
      goal: { atMost: 2.5 },
    });
    await idleMemory(product, print);
    await peakMemory(product, print);
  } finally {
    await product.remove();
  }
}

/** Measures the resident memory of the server process while it issues: it should not grow. */
export async function memoryOverIssues(one: Subject, print: Print): Promise<void> {
  const [server] = await one.product.servers();
  const values: number[] = [];
  while (values.length < ISSUE_STEPS) {
    await issue(one.product.origin, one, ISSUES / ISSUE_STEPS);
    values.push(await residentMb(server?.pid ?? 0));
  }
  const name = `memory of a server over ${ISSUES} issues`;
  reportFigure(print, { name, unit: "MB", values, goal: { eachAtMost: 400 } });
}
