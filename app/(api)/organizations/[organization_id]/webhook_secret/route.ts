import { get, route } from "@/lib/http/endpoints/endpoint";
import { WebhookSecret } from "@/lib/delivery/webhooks/schema";
import { presentSecret as present } from "@/lib/delivery/webhooks/serializer";
import { getWebhookSecret } from "@/lib/delivery/webhooks/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({
    summary: "Get the webhook secret (requires read and write permission)",
    requiresProof: true,
    scope: "memberships",
    run: getWebhookSecret,
    present,
    response: WebhookSecret,
  }),
});
