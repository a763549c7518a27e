import { create, route } from "@/lib/http/endpoints/endpoint";
import { IgnoredInput, WebhookDelivery } from "@/lib/delivery/webhooks/schema";
import { deliveryUrl as location, presentDelivery as present } from "@/lib/delivery/webhooks/serializer";
import { sendTestEvent } from "@/lib/delivery/webhooks/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    summary: "Send an event of the type webhook.test",
    scope: "memberships",
    body: IgnoredInput,
    run: sendTestEvent,
    present,
    response: WebhookDelivery,
    location,
  }),
});
