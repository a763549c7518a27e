import { Passkey, PasskeyInput } from "@/lib/identity/second-factors/schema";
import { presentPasskey } from "@/lib/identity/second-factors/serializer";
import { removePasskey, updatePasskey } from "@/lib/identity/second-factors/service";
import { remove, route, update } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";

const passkey = { ...earnerOnly, ids: ["passkey_id"] } as const;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: update({
    ...passkey,
    summary: "Rename a passkey",
    body: PasskeyInput,
    run: updatePasskey,
    present: presentPasskey,
    response: Passkey,
  }),
  DELETE: remove({ ...passkey, summary: "Remove a passkey", requiresProof: true, run: removePasskey }),
});
