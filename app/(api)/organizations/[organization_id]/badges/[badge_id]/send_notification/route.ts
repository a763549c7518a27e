import { create, route } from "@/lib/http/endpoints/endpoint";
import { sendNotification } from "@/lib/badges/issued/recipient";
import { IssuedBadge } from "@/lib/badges/issued/schema";
import { presentBadge } from "@/lib/badges/issued/serializer";
import { EmptyInput } from "@/lib/kernel/fields";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    summary: "Resend the e-mail about a pending badge",
    scope: "issued_badges",
    body: EmptyInput,
    status: 200,
    ids: ["badge_id"],
    run: sendNotification,
    present: presentBadge,
    response: IssuedBadge,
  }),
});
