import type { NewOrganization } from "@/lib/operations/installation/service";
import { createOrganization, startProduct, type Product } from "../support/platform/product";
import { load } from "./load";

/** Requests at once. */
export const LANES = 16;

let serial = 0;

/** A running product with an organization and a template. */
export type Subject = { product: Product; made: NewOrganization; templateId: string };

/** Creates an active template. Returns its id. */
export async function createTemplate(product: Product, made: NewOrganization): Promise<string> {
  const response = await fetch(`${product.origin}/v1/organizations/${made.organization_id}/badge_templates`, {
    method: "POST",
    headers: { authorization: credential(made), "content-type": "application/json" },
    body: JSON.stringify({
      name: "Bench",
      description: "Measured.",
      global_activity_url: "https://example.org",
      skills: ["Speed"],
    }),
  });
  const { data } = (await response.json()) as { data: { id: string } };
  return data.id;
}

/** Starts a product for measurements. The caller removes it. */
export async function createSubject(servers: number, env: Record<string, string> = {}): Promise<Subject> {
  const product = await startProduct({
    servers,
    env: { WEBHOOKS_ALLOW_INSECURE: "1", LOG_LEVEL: "error", ...env },
  });
  const made = await createOrganization(product.dataDir, { name: "Bench", adminEmail: "bench@example.org" });
  return { product, made, templateId: await createTemplate(product, made) };
}

/** The credential of the organization, as the value of `Authorization`. */
export const credential = (made: NewOrganization): string =>
  `Basic ${Buffer.from(`${made.authorization_token}:`).toString("base64")}`;

/** Issues `count` badges, sixteen at once, each to another recipient, from these templates in turn. */
export const issue = (
  origin: string,
  { made, templateId }: Subject,
  count: number,
  templateIds: string[] = [templateId],
) =>
  load(origin, count, LANES, {
    method: "POST",
    path: `/v1/organizations/${made.organization_id}/badges`,
    headers: { authorization: credential(made), "content-type": "application/json" },
    expect: 201,
    body: (index) =>
      JSON.stringify({
        badge_template_id: templateIds[index % templateIds.length],
        recipient_email: `earner-${(serial += 1)}@example.org`,
        issued_to_first_name: "Ada",
        issued_to_last_name: "Okafor",
        issued_at: "2026-04-01T09:41:00Z",
        suppress_badge_notification_email: true,
      }),
  });
