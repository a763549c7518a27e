import { EmptyInput, RecoveryCodes } from "@/lib/identity/second-factors/schema";
import { presentRecoveryCodes } from "@/lib/identity/second-factors/serializer";
import { createNewRecoveryCodes } from "@/lib/identity/second-factors/recovery-codes";
import { create, route } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    ...earnerOnly,
    summary: "Create recovery codes. The earlier ones work until these are confirmed",
    requiresProof: true,
    body: EmptyInput,
    run: createNewRecoveryCodes,
    present: presentRecoveryCodes,
    response: RecoveryCodes,
  }),
});
