import { route, update } from "@/lib/http/endpoint";
import { correctRecipient } from "@/lib/issued-badges/recipient";
import { IssuedBadge, RecipientInput } from "@/lib/issued-badges/schema";
import { presentIssued } from "@/lib/issued-badges/serializer";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: update({
    summary: "Correct the address of a pending badge, and mail its recipient",
    scope: "issued_badges",
    body: RecipientInput,
    run: correctRecipient,
    present: presentIssued,
    response: IssuedBadge,
  }),
});
