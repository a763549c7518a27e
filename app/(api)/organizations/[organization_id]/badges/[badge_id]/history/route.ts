import { BadgeHistoryEntry } from "@/lib/console/history/schema";
import { presentHistoryEntry } from "@/lib/console/history/serializer";
import { listBadgeHistory } from "@/lib/console/history/service";
import { list, route } from "@/lib/http/endpoints/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    summary: "List the history of an issued badge, newest first",
    scope: "issued_badges",
    ids: ["badge_id"],
    run: listBadgeHistory,
    present: presentHistoryEntry,
    response: BadgeHistoryEntry,
  }),
});
