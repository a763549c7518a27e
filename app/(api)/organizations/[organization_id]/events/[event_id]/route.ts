import { Event } from "@/lib/events/schema";
import { presentEvent as present } from "@/lib/events/serializer";
import { getEvent } from "@/lib/events/service";
import { get, route } from "@/lib/http/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({ summary: "Get an event", scope: "events", run: getEvent, present, response: Event }),
});
