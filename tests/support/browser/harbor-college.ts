import { expect, test, type Page } from "@playwright/test";
import { administratorCredentials, openSignedIn } from "./console-pages";
import { createSender, type Send } from "./demonstration-data";
import { startPrepared } from "../platform/prepared-product";
import { createOrganization, startProduct, type Product, type ProductOptions } from "../platform/product";

export type Organization = Awaited<ReturnType<typeof createOrganization>>;

/** The built product, and the organization that a test file works with. */
export let product: Product;
export let organization: Organization;

const createHarborCollege = ({ dataDir }: Product): Promise<Organization> =>
  createOrganization(dataDir, { name: "Harbor College", adminEmail: "dean@example.org" });

/** Starts the product with Harbor College before the tests of a file, and ends it after them. */
export function useHarborCollege(options: ProductOptions = {}): void {
  test.beforeAll(async () => {
    test.setTimeout(600_000);
    const prepared = await startPrepared("harbor-college", createHarborCollege, options);
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

/** Opens, as the dean who is signed in, this path of the console of Harbor College. */
export const signInDean = (page: Page, path = ""): Promise<void> =>
  openSignedIn(
    page,
    `${product.origin}/console/harbor-college${path}`,
    administratorCredentials(organization),
  );

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
