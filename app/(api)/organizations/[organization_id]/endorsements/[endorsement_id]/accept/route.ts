import { Endorsement } from "@/lib/credentials/endorsements/schema";
import { presentEndorsement as present } from "@/lib/credentials/endorsements/serializer";
import { acceptEndorsement, prepareAcceptance } from "@/lib/credentials/endorsements/service";
import { create, route } from "@/lib/http/endpoints/endpoint";
import { EmptyInput } from "@/lib/kernel/fields";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    summary: "Accept an endorsement of a badge",
    scope: "badge_templates",
    ids: ["endorsement_id"],
    status: 200,
    body: EmptyInput,
    prepare: prepareAcceptance,
    run: acceptEndorsement,
    present,
    response: Endorsement,
  }),
});
