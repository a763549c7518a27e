import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startIssuing, type Issuer } from "../support/badges/issuing";
import {
  backup,
  type ListedBackup,
  listBackups,
  pollEvents,
  readStoppedBadges,
  untilArchived,
  startProductWithBackups,
  type ProductWithBackups,
} from "../support/operations/backups";
import { isLong } from "../support/platform/long";
import { createDataDir, removeDataDir, startProduct, type Product } from "../support/platform/product";
import { randomNumbers } from "../support/random";
import { until } from "../support/until";

// The drill: the product is killed again and again while it issues badges, its disk is lost, and it is restored to random
// moments on another one.

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const random = randomNumbers(seed);

const KILLS = isLong ? 5 : 1;
const RESTORES = isLong ? 12 : 1;
const LANES = 4;

let product: Product;
let issuer: Issuer;
let folder: ProductWithBackups["folder"];
let env: Record<string, string>;

beforeAll(async () => {
  ({ folder, env, product, issuer } = await startProductWithBackups());
});
afterAll(async () => {
  await product?.remove();
  await folder?.remove();
});

/** Issues badges all the time, with a backup and a kill in each round. */
async function issueThroughKills() {
  const client = startIssuing(issuer, () => product.origin, LANES);
  const more = () => {
    const count = client.acknowledged.length + 10 + Math.floor(random() * 60);
    return until("more badges", () => client.acknowledged.length >= count, 120_000);
  };
  for (let kill = 0; kill < KILLS; kill += 1) {
    await more();
    await backup(product.dataDir, env, ["create"]);
    await more();
    await product.killAll();
    product = await startProduct({ dataDir: product.dataDir, env });
  }
  await more();
  await client.finish();
  expect(client.surprises).toEqual([]);
  return client.acknowledged;
}

/** Chooses a moment that the list says can be restored; the last one of all once. */
function chooseMoment(backups: ListedBackup[], isLast: boolean): string {
  const until = Date.parse(backups.at(-1)?.any_moment_until ?? "");
  const from = Date.parse(backups[0]?.any_moment_from ?? "");
  const time = isLast ? until : from + Math.ceil(random() * (until - from));
  return new Date(time).toISOString();
}

describe.runIf(isLong)(`the drill (seed ${seed})`, () => {
  it(`restores ${RESTORES} moments, and loses nothing that was acknowledged before them`, async () => {
    const acknowledged = await issueThroughKills();
    await untilArchived(product.dataDir, env, Date.now());
    await product.killAll();
    await product.remove();
    const dataDir = await createDataDir();
    const backups = await listBackups(dataDir, env);
    expect(backups.map(({ state }) => state)).toEqual(Array.from({ length: KILLS }, () => "complete"));
    for (let round = 1; round <= RESTORES; round += 1) {
      const isLast = round === RESTORES;
      const moment = chooseMoment(backups, isLast);
      await backup(dataDir, env, ["restore", "--replace", "--moment", moment]);
      const badges = await readStoppedBadges(dataDir, issuer);
      const stored = new Map(badges.map((badge) => [badge.email, badge]));
      const time = Date.parse(moment);
      const before = acknowledged.filter(({ acknowledgedAt }) => acknowledgedAt < time);
      const after = acknowledged.filter(({ sentAt }) => sentAt > time);
      expect(before.length, moment).toBeGreaterThan(isLast ? acknowledged.length - 1 : 0);
      for (const { email, badgeId } of before)
        expect(stored.get(email), `acknowledged before ${moment}`).toMatchObject({ id: badgeId });
      for (const { email } of after) expect(stored.has(email), `sent after ${moment}`).toBe(false);
      expect(stored.size, "one badge a key").toBe(badges.length);
      expect(
        badges.filter(({ events }) => events !== 1),
        "one event a badge",
      ).toEqual([]);
    }
    product = await startProduct({ dataDir, env });
    try {
      await expectWorking(acknowledged.length);
    } finally {
      await product.stop();
      await removeDataDir(dataDir);
    }
  });
});

/** The restored installation issues badges, whose events follow the restored ones, and can be backed up again. */
async function expectWorking(count: number): Promise<void> {
  const events = await until("all events are listed", async () => {
    const ids = await pollEvents(product.origin, issuer);
    return ids.length >= count && ids;
  });
  const client = startIssuing(issuer, () => product.origin, 1);
  await until("a badge", () => client.acknowledged.length > 0);
  await client.finish();
  const added = await until("its event", async () => {
    const ids = await pollEvents(product.origin, issuer, events.at(-1));
    return ids.length >= client.acknowledged.length && ids;
  });
  expect(added.filter((id) => events.includes(id))).toEqual([]);
  const { backup: id } = await backup<{ backup: string }>(product.dataDir, env, ["create"]);
  const newest = await untilArchived(product.dataDir, env, Date.now());
  expect(newest.backup).toBe(id);
  const dataDir = await createDataDir();
  try {
    await backup(dataDir, env, ["restore"]);
    const stored = new Set((await readStoppedBadges(dataDir, issuer)).map(({ email }) => email));
    expect(client.acknowledged.filter(({ email }) => !stored.has(email))).toEqual([]);
  } finally {
    await removeDataDir(dataDir);
  }
}
