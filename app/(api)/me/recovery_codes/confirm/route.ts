import { RecoveryCodeInput, SecondFactors } from "@/lib/identity/second-factors/schema";
import { presentSecondFactors } from "@/lib/identity/second-factors/serializer";
import { confirmRecoveryCodes } from "@/lib/identity/second-factors/recovery-codes";
import { create, route } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    ...earnerOnly,
    summary: "Confirm that the latest recovery codes are stored, which ends the earlier ones",
    body: RecoveryCodeInput,
    run: confirmRecoveryCodes,
    present: presentSecondFactors,
    response: SecondFactors,
    status: 200,
  }),
});
