import { endWalletApplication } from "@/lib/applications/wallet-applications/service";
import { remove, route } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: remove({
    ...earnerOnly,
    summary: "End the access of an application to the wallet of the signed-in person",
    ids: ["wallet_application_id"],
    run: endWalletApplication,
  }),
});
