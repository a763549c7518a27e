import { afterAll, beforeAll, expect, it } from "vitest";
import { startIssuing, type Issuer } from "../support/badges/issuing";
import { copyDirectory } from "../support/operations/archives";
import {
  backup,
  listBackups,
  readStoppedBadges,
  untilArchived,
  startProductWithBackups,
  type ProductWithBackups,
} from "../support/operations/backups";
import { isLong } from "../support/platform/long";
import {
  createDataDir,
  removeDataDir,
  runAdmin,
  startProduct,
  type Product,
} from "../support/platform/product";
import { until } from "../support/until";

// A copy of DATA_DIR runs with the same BACKUP_TO as the original.

let folder: ProductWithBackups["folder"];
let env: Record<string, string>;
let original: Product;
let copy: Product;
let issuer: Issuer;
const directories: string[] = [];

beforeAll(async () => {
  ({ folder, env, product: original, issuer } = await startProductWithBackups());
});
afterAll(async () => {
  await original?.remove();
  await copy?.remove();
  await folder?.remove();
  for (const directory of directories) await removeDataDir(directory);
});

async function newDirectory(): Promise<string> {
  const directory = await createDataDir();
  directories.push(directory);
  return directory;
}

/** Issues some badges, waits until they are archived, and returns their addresses. */
async function issue(product: Product): Promise<string[]> {
  const client = startIssuing(issuer, () => product.origin, 2);
  await until("10 badges", () => client.acknowledged.length >= 10, 60_000);
  await client.finish();
  expect(client.surprises).toEqual([]);
  return client.acknowledged.map(({ email }) => email);
}

const findProblem = async (product: Product): Promise<string | undefined> => {
  const { stdout } = await runAdmin(product.dataDir, ["doctor", "--json"], { env });
  const { findings } = JSON.parse(stdout) as { findings: { check: string; problem: string }[] };
  return findings.find(({ check }) => check === "backups")?.problem;
};

it.runIf(isLong)(
  "the copy does not archive until it has a backup of its own, and both can be restored",
  async () => {
    const { backup: first } = await backup<{ backup: string }>(original.dataDir, env, ["create"]);
    await untilArchived(original.dataDir, env, Date.now());
    await original.stop();
    const dataDir = await newDirectory();
    await removeDataDir(dataDir);
    await copyDirectory(original.dataDir, dataDir);

    original = await startProduct({ dataDir: original.dataDir, env });
    await untilArchived(original.dataDir, env, Date.now());
    copy = await startProduct({ dataDir, env });
    await until("the copy is refused", () => /is not continued: .* Create a backup/.test(copy.log()), 60_000);
    expect(await findProblem(copy)).toMatch(/is not continued/);
    expect(await findProblem(original)).toBeUndefined();
    const [ofOriginal, refused] = [await issue(original), await issue(copy)];
    await untilArchived(original.dataDir, env, Date.now());

    const { backup: second } = await backup<{ backup: string }>(dataDir, env, ["create"]);
    const ofCopy = [...refused, ...(await issue(copy))];
    await untilArchived(dataDir, env, Date.now());
    expect(await findProblem(copy)).toBeUndefined();
    await original.killAll();
    await copy.killAll();
    expect((await listBackups(dataDir, env)).map(({ backup: id }) => id)).toEqual([first, second]);

    const expected = [
      [first, ofOriginal, ofCopy],
      [second, ofCopy, ofOriginal],
    ] as const;
    for (const [id, present, absent] of expected) {
      const restored = await newDirectory();
      await backup(restored, env, ["restore", "--backup", id]);
      const stored = new Set((await readStoppedBadges(restored, issuer)).map(({ email }) => email));
      expect(present.filter((email) => !stored.has(email))).toEqual([]);
      expect(absent.filter((email) => stored.has(email))).toEqual([]);
    }
  },
);
