import { get, route } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";
import { PersonalData } from "@/lib/oversight/personal-data/schema";
import { presentPersonalData } from "@/lib/oversight/personal-data/serializer";
import { exportPersonalData } from "@/lib/oversight/personal-data/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({
    ...earnerOnly,
    summary: "Download all data of the signed-in person's account",
    requiresProof: true,
    run: exportPersonalData,
    present: presentPersonalData,
    response: PersonalData,
    headers: { "Content-Disposition": 'attachment; filename="my-badges.json"' },
  }),
});
