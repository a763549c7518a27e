import { startProof } from "@/lib/accounts/sessions/proof";
import { EmptyInput, PasskeyOptions } from "@/lib/identity/second-factors/schema";
import { postQuery, route } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: postQuery({
    ...earnerOnly,
    summary: "Get the options for a proof by passkey",
    body: EmptyInput,
    run: startProof,
    present: (options) => options,
    response: PasskeyOptions,
  }),
});
