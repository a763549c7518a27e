import { route, update } from "@/lib/http/endpoints/endpoint";
import { correctRecipient } from "@/lib/badges/issued/recipient";
import { IssuedBadge, RecipientInput } from "@/lib/badges/issued/schema";
import { presentIssuedBadge } from "@/lib/badges/issued/serializer";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: update({
    summary: "Correct the e-mail address of a pending badge and notify the recipient",
    scope: "issued_badges",
    requiresProof: true,
    body: RecipientInput,
    ids: ["badge_id"],
    run: correctRecipient,
    present: presentIssuedBadge,
    response: IssuedBadge,
  }),
});
