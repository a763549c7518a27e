import { create, route } from "@/lib/http/endpoint";
import { NoInput, WebhookDelivery } from "@/lib/webhooks/schema";
import { deliveryUrl as location, presentDelivery as present } from "@/lib/webhooks/serializer";
import { sendTestEvent } from "@/lib/webhooks/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    summary: "Send an event of the type webhook.test",
    scope: "memberships",
    body: NoInput,
    run: sendTestEvent,
    present,
    response: WebhookDelivery,
    location,
  }),
});
