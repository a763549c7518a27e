import { setTimeout as sleep } from "node:timers/promises";
import { LARGE_BODIES, sendAtOnce } from "../support/http/large-bodies";
import { peakMemoryMb } from "../support/platform/processes";
import { createOrganization, startProduct, type Product } from "../support/platform/product";
import { median } from "./children";
import { residentMb } from "./process-cost";

/** Until the hourly jobs of the start have ended and their memory is released. */
const IDLE_MS = 20_000;
const BODIES = 72;
const STARTS = 5;

const describeGoal = (value: number, goal: number, unit: string): string =>
  `goal ${goal} ${unit}: ${value <= goal ? "met" : "missed"}`;

type Print = (text: string) => void;

const printFigure = (
  print: Print,
  name: string,
  { value, unit, goal }: { value: number; unit: "MB" | "s"; goal?: number },
): void => {
  const text = `${value.toFixed(unit === "s" ? 1 : 0)} ${unit}`;
  const note = goal === undefined ? "" : describeGoal(value, goal, unit);
  print(`  ${name.padEnd(46)} ${text.padStart(10)}  ${note}`);
};

/** Measures the memory of each process after a warm start, before anyone has sent a request. */
async function idleMemory(product: Product, print: Print): Promise<void> {
  const [[server], runner] = [await product.servers(), await product.runner()];
  await sleep(IDLE_MS);
  printFigure(print, "supervisor", { value: await residentMb(product.pid), unit: "MB" });
  printFigure(print, "server", { value: await residentMb(server?.pid ?? 0), unit: "MB" });
  printFigure(print, "jobs", { value: await residentMb(runner.pid), unit: "MB", goal: 110 });
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
    const value = await peakMemoryMb(server?.pid ?? 0);
    printFigure(print, `${BODIES} bodies of 1 MiB: ${large.name}`, { value, unit: "MB", goal: 500 });
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
    print(`\nWarm start until the first page, and memory (median of ${STARTS} starts)`);
    printFigure(print, "warm start", { value: median(times), unit: "s", goal: 2.5 });
    await idleMemory(product, print);
    await peakMemory(product, print);
  } finally {
    await product.remove();
  }
}
