import { basename } from "node:path";
import { expect, type Page } from "@playwright/test";
import { withClient } from "@/lib/platform/postgres/database";
import { administratorCredentials, openSignedIn } from "./console-pages";
import { createSender, type Send } from "./demonstration-data";
import { startPrepared } from "../platform/prepared-product";
import { createOrganization, startProduct, type Product } from "../platform/product";
import { test } from "./shared-product";

export type Organization = Awaited<ReturnType<typeof createHarborCollege>>;

/** The built product, and the organization that a test file works with. */
export let product: Product;
export let organization: Organization;

/** Creates Harbor College. Its slug has an ending of its own when the product has another one. */
async function createHarborCollege(created: Product, adminEmail = "dean@example.org") {
  const credentials = await createOrganization(created.dataDir, { name: "Harbor College", adminEmail });
  const slug = await withClient(await created.databaseUrl(), async (client) => {
    const text = "SELECT vanity_slug FROM organizations WHERE id = $1";
    const { rows } = await client.query<{ vanity_slug: string }>(text, [credentials.organization_id]);
    return rows[0]?.vanity_slug ?? "";
  });
  return { ...credentials, slug };
}

/** Creates Harbor College before the tests of a file, in the product of the worker. Its dean has the file's domain. */
export function useHarborCollege(): void {
  test.beforeAll(async ({ sharedProduct }, { file }) => {
    product = sharedProduct;
    organization = await createHarborCollege(product, `dean@${basename(file, ".spec.ts")}.example`);
  });
}

/** Starts a product with Harbor College for the tests of a file alone, and ends it after them. */
export function useOwnHarborCollege(): void {
  test.beforeAll(async () => {
    test.setTimeout(600_000);
    const prepared = await startPrepared("harbor-college", createHarborCollege);
    ({ product, facts: organization } = prepared);
  });
  test.afterAll(() => product.remove());
}

/** Starts the product again with the same data, after it was ended. */
export async function restartProduct(env: Record<string, string>): Promise<void> {
  product = await startProduct({ dataDir: product.dataDir, env });
}

/** Sends a request with Harbor College's first token. Returns the data. */
export const sendAsHarborCollege: Send = (method, path, body) =>
  createSender(product.origin, organization.organization_id, organization.authorization_token)(
    method,
    path,
    body,
  );

/** The path of the console of Harbor College, and the address of a page of it. */
export const consolePath = (path = ""): string => `/console/${organization.slug}${path}`;
export const consoleUrl = (path = ""): string => product.origin + consolePath(path);

/** Opens, as the dean who is signed in, this path of the console of Harbor College. */
export const signInDean = (page: Page, path = ""): Promise<void> =>
  openSignedIn(page, consoleUrl(path), administratorCredentials(organization));

/** Creates an active template and returns it. */
export const createTidalZones = () =>
  sendAsHarborCollege("POST", "/badge_templates", {
    name: "Tidal Zones",
    description: "Knows what lives between the tides.",
    global_activity_url: "https://example.org/tides",
    skills: ["Marine biology"],
  });

/** An issued badge whose mail has a link to accept it. */
export type IssuedHere = { id: string; accept_badge_url: string };

/** Accepts a badge as the form of its mail's page does. */
export async function acceptBadge({ id, accept_badge_url: link }: IssuedHere): Promise<void> {
  const token = new URL(link).searchParams.get("token") ?? "";
  const body = new URLSearchParams({ token, answer: "accept" });
  const response = await fetch(`${product.origin}/accept/${id}/answer`, {
    method: "POST",
    body,
    redirect: "manual",
  });
  expect(response.status).toBe(303);
}
