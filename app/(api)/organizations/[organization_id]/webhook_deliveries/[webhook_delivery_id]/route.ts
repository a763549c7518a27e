import { get, route } from "@/lib/http/endpoint";
import { WebhookDeliveryDetail } from "@/lib/webhooks/schema";
import { presentDeliveryDetail as present } from "@/lib/webhooks/serializer";
import { getDelivery } from "@/lib/webhooks/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({
    summary: "Get a webhook delivery with its attempts",
    scope: "events",
    run: getDelivery,
    present,
    response: WebhookDeliveryDetail,
  }),
});
