import { create, route } from "@/lib/http/endpoint";
import { replaceBadge } from "@/lib/issued-badges/replace";
import { IssuedBadge, ReplaceInput } from "@/lib/issued-badges/schema";
import { badgePage, presentIssued } from "@/lib/issued-badges/serializer";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    summary: "Replace an issued badge",
    scope: "issued_badges",
    body: ReplaceInput,
    run: replaceBadge,
    present: presentIssued,
    response: IssuedBadge,
    location: (row) => badgePage(row.id),
  }),
});
