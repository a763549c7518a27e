import { create, route } from "@/lib/http/endpoint";
import { WebhookSecret, WebhookSecretRotation } from "@/lib/webhooks/schema";
import { presentSecret as present } from "@/lib/webhooks/serializer";
import { rotateWebhookSecret } from "@/lib/webhooks/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    summary: "Rotate the secret that signs webhooks",
    scope: "memberships",
    body: WebhookSecretRotation,
    run: rotateWebhookSecret,
    present,
    response: WebhookSecret,
  }),
});
