import { WalletOffer as response } from "@/lib/credentials/wallet-issuance/schema";
import { presentWalletOffer as present } from "@/lib/credentials/wallet-issuance/serializer";
import { getWalletOffer } from "@/lib/credentials/wallet-issuance/service";
import { get, route } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: get({
    ...earnerOnly,
    summary: "Get the state of an offer to a wallet",
    ids: ["badge_id", "wallet_offer_id"],
    run: getWalletOffer,
    present,
    response,
  }),
});
