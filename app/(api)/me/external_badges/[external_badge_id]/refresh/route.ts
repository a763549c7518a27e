import { checkExternalBadge, refreshExternalBadge } from "@/lib/credentials/external-badges/refresh";
import { EarnerExternalBadge } from "@/lib/credentials/external-badges/schema";
import { presentEarnerExternalBadge } from "@/lib/credentials/external-badges/serializer";
import { create, route } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";
import { EmptyInput } from "@/lib/kernel/fields";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    ...earnerOnly,
    summary: "Check a badge of another service again",
    status: 200,
    body: EmptyInput,
    prepare: checkExternalBadge,
    ids: ["external_badge_id"],
    run: refreshExternalBadge,
    present: presentEarnerExternalBadge,
    response: EarnerExternalBadge,
  }),
});
