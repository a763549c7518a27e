import { EmptyInput, PasskeyOptions } from "@/lib/identity/second-factors/schema";
import { startPasskey } from "@/lib/identity/second-factors/service";
import { postQuery, route } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: postQuery({
    ...earnerOnly,
    summary: "Get the options for a new passkey",
    requiresProof: true,
    body: EmptyInput,
    run: startPasskey,
    present: (options) => options,
    response: PasskeyOptions,
  }),
});
