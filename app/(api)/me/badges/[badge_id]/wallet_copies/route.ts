import { WalletCopy as response } from "@/lib/credentials/wallet-issuance/schema";
import { presentWalletCopy as present } from "@/lib/credentials/wallet-issuance/serializer";
import { listWalletCopies } from "@/lib/credentials/wallet-issuance/service";
import { list, route } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: list({
    ...earnerOnly,
    summary: "List the copies of a badge of the signed-in person in wallets",
    ids: ["badge_id"],
    run: listWalletCopies,
    present,
    response,
  }),
});
