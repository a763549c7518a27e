import { get, route } from "@/lib/http/endpoint";
import { WebhookSecret } from "@/lib/webhooks/schema";
import { presentSecret as present } from "@/lib/webhooks/serializer";
import { getWebhookSecret } from "@/lib/webhooks/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({
    summary: "Get the secret that signs webhooks (read and write permission)",
    scope: "memberships",
    run: getWebhookSecret,
    present,
    response: WebhookSecret,
  }),
});
