import { AddedSecondFactor, NewPasskeyInput } from "@/lib/identity/second-factors/schema";
import { presentAdded } from "@/lib/identity/second-factors/serializer";
import { addPasskey, verifyPasskey } from "@/lib/identity/second-factors/service";
import { create, route } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    ...earnerOnly,
    summary: "Add a passkey",
    requiresProof: true,
    body: NewPasskeyInput,
    prepare: verifyPasskey,
    run: addPasskey,
    present: presentAdded,
    response: AddedSecondFactor,
  }),
});
