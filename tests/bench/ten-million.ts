import type { NewOrganization } from "@/lib/operations/installation/service";
import { withClient } from "@/lib/platform/postgres/database";
import { median } from "./children";
import { fillAndPrintSizes } from "./growth";
import { report, type Print } from "./report";
import { createSubject, credential, issue, type Subject } from "./subject";

const BADGES = 10_000_000;
const WARM_UP = 6_000;
const ISSUES = 2_000;
const ROUNDS = 5;
const REQUESTS = 15;

const LISTS = {
  "a page of badges": "badges",
  "a page of badges found by a name": "badges?filter=query%3A%3AFifowell",
  "a thousand badges of the bulk search": "high_volume_issued_badge_search?badge_format=minimal",
};

async function timeList(origin: string, made: NewOrganization, path: string): Promise<number> {
  const times: number[] = [];
  while (times.length < REQUESTS) {
    const began = performance.now();
    const response = await fetch(`${origin}/v1/organizations/${made.organization_id}/${path}`, {
      headers: { authorization: credential(made) },
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    times.push(performance.now() - began);
  }
  return median(times);
}

type Timed = { origin: string; made: NewOrganization };

async function compareLists(large: Timed, small: Timed, print: Print): Promise<void> {
  for (const [name, path] of Object.entries(LISTS)) {
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push({
        ours: await timeList(large.origin, large.made, path),
        reference: await timeList(small.origin, small.made, path),
      });
    report(print, { name: `${name}, of ten million, beside a hundred thousand`, unit: "ms", rounds });
  }
}

async function compareIssuing(large: Subject, small: Subject, print: Print): Promise<void> {
  const rate = async (one: Subject, count: number): Promise<number> =>
    (await issue(one.product.origin, one, count)).perSecond;
  for (const one of [large, small]) await rate(one, WARM_UP);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ ours: await rate(large, ISSUES), reference: await rate(small, ISSUES) });
  report(print, { name: "issues with ten million badges, beside a hundred thousand", unit: "/s", rounds });
}

const fill = (one: Subject, size: { badges: number; seed: number }, print: Print): Promise<NewOrganization> =>
  one.product
    .databaseUrl()
    .then((url) => withClient(url, (client) => fillAndPrintSizes(one, client, size, print)));

/**
 * Fills one organization with ten million badges, which takes half an hour and 30 GB, and compares issuing and lists with
 * those of another installation, which has a hundred thousand badges. Rounds of the two alternate.
 */
export async function tenMillion(print: Print): Promise<void> {
  const large = await createSubject(1);
  const small = await createSubject(1);
  try {
    const inSmall = {
      origin: small.product.origin,
      made: await fill(small, { badges: 100_000, seed: 1 }, print),
    };
    const inLarge = {
      origin: large.product.origin,
      made: await fill(large, { badges: BADGES, seed: 2 }, print),
    };
    await compareLists(inLarge, inSmall, print);
    await compareIssuing(large, small, print);
  } finally {
    await Promise.all([large.product.remove(), small.product.remove()]);
  }
}
