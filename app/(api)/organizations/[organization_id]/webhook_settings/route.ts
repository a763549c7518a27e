import { get, route, update } from "@/lib/http/endpoints/endpoint";
import { WebhookSettings, WebhookSettingsInput } from "@/lib/delivery/webhooks/schema";
import { presentSettings as present } from "@/lib/delivery/webhooks/serializer";
import { getWebhookSettings, updateWebhookSettings } from "@/lib/delivery/webhooks/service";

const response = WebhookSettings;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({
    summary: "Get the webhook settings",
    scope: "events",
    run: getWebhookSettings,
    present,
    response,
  }),
  PUT: update({
    summary: "Change the webhook settings",
    scope: "memberships",
    requiresProof: true,
    body: WebhookSettingsInput,
    run: updateWebhookSettings,
    present,
    response,
  }),
});
