import { create, route } from "@/lib/http/endpoint";
import { sendNotification } from "@/lib/issued-badges/recipient";
import { IssuedBadge } from "@/lib/issued-badges/schema";
import { presentBadge } from "@/lib/issued-badges/serializer";
import { NothingInput } from "@/lib/kernel/fields";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    summary: "Mail the recipient of a pending badge once more",
    scope: "issued_badges",
    body: NothingInput,
    status: 200,
    run: sendNotification,
    present: presentBadge,
    response: IssuedBadge,
  }),
});
