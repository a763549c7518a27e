import { AddedSecondFactor, AuthenticatorAppInput } from "@/lib/identity/second-factors/schema";
import { presentAdded } from "@/lib/identity/second-factors/serializer";
import { confirmAuthenticatorApp } from "@/lib/identity/second-factors/service";
import { create, route } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    ...earnerOnly,
    summary: "Confirm the authenticator app by its first code",
    requiresProof: true,
    body: AuthenticatorAppInput,
    run: confirmAuthenticatorApp,
    present: presentAdded,
    response: AddedSecondFactor,
    status: 200,
  }),
});
