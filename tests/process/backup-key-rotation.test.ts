import { afterAll, beforeAll, expect, it } from "vitest";
import { callApi, startIssuing, type Issuer } from "../support/badges/issuing";
import {
  backup,
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

// The encryption key is changed between a backup and the loss of the disk.

const ROTATE = ["encryption-key", "rotate", "--json"];

let folder: ProductWithBackups["folder"];
let env: Record<string, string>;
let product: Product;
let issuer: Issuer;
let restoredTo: string;

beforeAll(async () => {
  restoredTo = await createDataDir();
  ({ folder, env, product, issuer } = await startProductWithBackups());
});
afterAll(async () => {
  await product?.remove();
  await folder?.remove();
  await removeDataDir(restoredTo);
});

it.runIf(isLong)("a change of the key is refused while the archive cannot get the new one", async () => {
  await backup(product.dataDir, env, ["create"]);
  await untilArchived(product.dataDir, env, Date.now());
  await product.stop();
  const { code, stderr } = await runAdmin(product.dataDir, ROTATE);
  expect([code, stderr]).toEqual([1, expect.stringContaining("Set BACKUP_TO and BACKUP_KEY")]);
});

it.runIf(isLong)(
  "an earlier backup is restored with what was acknowledged after the change, and its secrets are read",
  async () => {
    const rotated = await runAdmin(product.dataDir, ROTATE, { env });
    expect(rotated.code, rotated.stderr).toBe(0);
    product = await startProduct({ dataDir: product.dataDir, env });
    const client = startIssuing(issuer, () => product.origin, 2);
    await until("10 badges", () => client.acknowledged.length >= 10, 60_000);
    await client.finish();
    await untilArchived(product.dataDir, env, Date.now());
    await product.killAll();
    await product.remove();

    await backup(restoredTo, env, ["verify"]);
    await backup(restoredTo, env, ["restore"]);
    const stored = new Set((await readStoppedBadges(restoredTo, issuer)).map(({ email }) => email));
    expect(client.acknowledged.filter(({ email }) => !stored.has(email))).toEqual([]);
    // Only who has the new key can read the secret of the webhook.
    product = await startProduct({ dataDir: restoredTo });
    const revealed = await callApi(product.origin, issuer, ["POST", "/webhook_secret/reveal", {}]);
    expect([revealed.status, await revealed.text()]).toEqual([200, expect.stringContaining("whsec_")]);
  },
);
