import { EmptyInput, PasskeyOptions } from "@/lib/identity/second-factors/schema";
import { startPasskey } from "@/lib/identity/second-factors/service";
import { postQuery, route } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: postQuery({
    ...earnerOnly,
    summary: "Get the options to create a passkey",
    requiresProof: true,
    body: EmptyInput,
    run: startPasskey,
    present: (options) => options,
    response: PasskeyOptions,
  }),
});
