import { prepareNothing, type Preparation } from "./preparation";

const receiver: Preparation = async (organization) => {
  await organization.client.put("/webhook_settings", { webhook_url: "https://example.org/hook" });
  return {};
};

const delivery: Preparation = async (organization) => {
  await receiver(organization);
  const { data } = await organization.client.post("/webhook_test_events", {});
  return { ids: { webhook_delivery_id: data.id } };
};

/** What each operation for webhooks is sent, by operation id. */
export const WEBHOOK_PREPARATIONS: Record<string, Preparation> = {
  "GET /organizations/[organization_id]/webhook_settings": prepareNothing,
  "PUT /organizations/[organization_id]/webhook_settings": async () => ({
    body: { accepts_any_success: true },
  }),
  "GET /organizations/[organization_id]/webhook_secret": prepareNothing,
  "POST /organizations/[organization_id]/webhook_secret/reveal": prepareNothing,
  "POST /organizations/[organization_id]/webhook_secret/rotate": prepareNothing,
  "POST /organizations/[organization_id]/webhook_test_events": receiver,
  "GET /organizations/[organization_id]/webhook_deliveries": delivery,
  "GET /organizations/[organization_id]/webhook_deliveries/[webhook_delivery_id]": delivery,
  "POST /organizations/[organization_id]/webhook_deliveries/redeliver": async (organization) => ({
    ...(await receiver(organization)),
    body: { since: "2026-01-01" },
  }),
  "POST /organizations/[organization_id]/webhook_deliveries/[webhook_delivery_id]/redeliver": delivery,
};
