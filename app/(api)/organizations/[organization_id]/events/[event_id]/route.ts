import { Event } from "@/lib/delivery/events/schema";
import { presentEvent as present } from "@/lib/delivery/events/serializer";
import { getEvent } from "@/lib/delivery/events/service";
import { get, route } from "@/lib/http/endpoints/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({
    summary: "Get an event",
    scope: "events",
    ids: ["event_id"],
    run: getEvent,
    present,
    response: Event,
  }),
});
