import { WalletApplication } from "@/lib/applications/wallet-applications/schema";
import { presentWalletApplication } from "@/lib/applications/wallet-applications/serializer";
import { listWalletApplications } from "@/lib/applications/wallet-applications/service";
import { list, route } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    ...earnerOnly,
    summary: "List the applications that use the wallet of the signed-in person",
    run: listWalletApplications,
    present: presentWalletApplication,
    response: WalletApplication,
  }),
});
