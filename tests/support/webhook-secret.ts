import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { decrypt } from "@/lib/kernel/secrets";
import { withClient } from "@/lib/kernel/postgres/database";
import type { Product } from "./product";

/** The signing secret of an organization, read and decrypted as the product itself does it. */
export async function webhookSecretOf(product: Product, organizationId: string): Promise<string> {
  const url = await product.databaseUrl();
  const secrets = JSON.parse(await readFile(join(product.dataDir, "secrets.json"), "utf8")) as Record<
    string,
    string
  >;
  Object.assign(process.env, secrets, { DATABASE_URL: url });
  return withClient(url, async (client) => {
    const query = "SELECT webhook_secret FROM organizations WHERE id = $1";
    const { rows } = await client.query<{ webhook_secret: Buffer }>(query, [organizationId]);
    return decrypt(rows[0]?.webhook_secret ?? Buffer.alloc(0));
  });
}
