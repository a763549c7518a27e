import { withClient } from "@/lib/platform/postgres/database";
import { child, endChild } from "./children";
import { load } from "./load";
import { report, type Comparison, type Print } from "./report";
import { issue, LANES, type Subject } from "./subject";

const ROUNDS = 5;
const PER_ROUND = 4_000;
/** Rounds before the first measured one: a server is measured in its steady state, compiled by V8. */
const WARM_UP_ROUNDS = 3;
/** More badges than requests at once, so that requests rarely share a badge. */
const BADGES = 100;

/** A page or document of a badge. */
type Kind = { name: string; path: (id: string) => string; accept: string };

const PAGES: Kind[] = [{ name: "the page of a badge", path: (id) => `/badges/${id}`, accept: "text/html" }];
const CREDENTIALS: Kind[] = [
  { name: "a signed credential", path: (id) => `/v1/obi/v3/credentials/${id}`, accept: "application/json" },
  { name: "its status", path: (id) => `/v1/obi/v3/credentials/${id}/status`, accept: "application/json" },
];

/** Issues badges and makes them accepted and public. Returns their ids. */
export async function publishBadges(one: Subject): Promise<string[]> {
  await issue(one.product.origin, one, BADGES);
  return withClient(await one.product.databaseUrl(), async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `UPDATE issued_badges SET state = 'accepted', accepted_at = now(), updated_at = now()
       WHERE id IN (SELECT id FROM issued_badges ORDER BY id DESC LIMIT $1) RETURNING id`,
      [BADGES],
    );
    return rows.map(({ id }) => id);
  });
}

/** Compares pages or documents of badges with a bare server that sends the same bytes from memory. */
async function compareWithBytes(one: Subject, print: Print, kinds: Kind[]): Promise<void> {
  const ids = await publishBadges(one);
  const bare = await child<string>("same-bytes.ts", [one.product.origin]);
  print(
    `\nPublic pages and documents of ${BADGES} badges, ${LANES} at once (${ROUNDS} rounds of ${PER_ROUND})`,
  );
  for (const { name, path, accept } of kinds) {
    const measure = async (origin: string): Promise<number> => {
      const { perSecond, failures } = await load(origin, PER_ROUND, LANES, {
        method: "GET",
        path: (index) => path(ids[index % ids.length] ?? ""),
        headers: { accept },
        expect: 200,
      });
      if (failures > 0) throw new Error(`${failures} of ${PER_ROUND} requests failed: ${name}`);
      return perSecond;
    };
    for (let round = 0; round < WARM_UP_ROUNDS; round += 1)
      for (const origin of [one.product.origin, bare.first]) await measure(origin);
    const rounds: Comparison["rounds"] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push({ ours: await measure(one.product.origin), reference: await measure(bare.first) });
    report(print, {
      name: `${name}, beside the same bytes by node:http`,
      unit: "/s",
      rounds,
      goal: { atLeast: 0.5 },
    });
  }
  await endChild(bare.process);
}

/** Compares public pages with the same bytes from memory. */
export const publicPages = (one: Subject, print: Print): Promise<void> => compareWithBytes(one, print, PAGES);

/** Compares signed credentials, served from storage, with the same bytes from memory. */
export const servedCredentials = (one: Subject, print: Print): Promise<void> =>
  compareWithBytes(one, print, CREDENTIALS);
