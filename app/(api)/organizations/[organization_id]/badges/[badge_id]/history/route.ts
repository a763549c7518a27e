import { BadgeHistoryEntry } from "@/lib/badge-history/schema";
import { presentHistoryEntry } from "@/lib/badge-history/serializer";
import { listBadgeHistory } from "@/lib/badge-history/service";
import { list, route } from "@/lib/http/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    summary: "List what happened to an issued badge, newest first",
    scope: "issued_badges",
    run: listBadgeHistory,
    present: presentHistoryEntry,
    response: BadgeHistoryEntry,
  }),
});
