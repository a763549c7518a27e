import { get, route } from "@/lib/http/endpoints/endpoint";
import { WebhookDeliveryDetail } from "@/lib/delivery/webhooks/schema";
import { presentDeliveryDetail as present } from "@/lib/delivery/webhooks/serializer";
import { getDelivery } from "@/lib/delivery/webhooks/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({
    summary: "Get a webhook delivery with its attempts",
    scope: "events",
    ids: ["webhook_delivery_id"],
    run: getDelivery,
    present,
    response: WebhookDeliveryDetail,
  }),
});
