import { Event } from "@/lib/delivery/events/schema";
import { presentEvent as present } from "@/lib/delivery/events/serializer";
import { listEvents, readEventListInput } from "@/lib/delivery/events/service";
import { list, route } from "@/lib/http/endpoints/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    summary: "List events",
    scope: "events",
    query: {
      order: "desc (default) or asc",
      after:
        "The ID of the event to continue after, best with order=asc. 410 when the event is no longer stored.",
    },
    canExpire: true,
    readQuery: readEventListInput,
    run: listEvents,
    present,
    response: Event,
  }),
});
