import { create, route } from "@/lib/http/endpoints/endpoint";
import { WebhookSecret, WebhookSecretRotation } from "@/lib/delivery/webhooks/schema";
import { presentSecret as present } from "@/lib/delivery/webhooks/serializer";
import { rotateWebhookSecret } from "@/lib/delivery/webhooks/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    summary: "Rotate the webhook secret",
    requiresProof: true,
    scope: "memberships",
    body: WebhookSecretRotation,
    run: rotateWebhookSecret,
    present,
    response: WebhookSecret,
  }),
});
