import { EmptyInput, NewAuthenticatorApp } from "@/lib/identity/second-factors/schema";
import { removeAuthenticatorApp, startAuthenticatorApp } from "@/lib/identity/second-factors/service";
import { create, remove, route } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    ...earnerOnly,
    summary: "Start to add an authenticator app",
    requiresProof: true,
    body: EmptyInput,
    run: startAuthenticatorApp,
    present: (app) => app,
    response: NewAuthenticatorApp,
  }),
  DELETE: remove({
    ...earnerOnly,
    summary: "Remove the authenticator app",
    requiresProof: true,
    run: removeAuthenticatorApp,
  }),
});
