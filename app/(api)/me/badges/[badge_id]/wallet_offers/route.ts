import { WalletOffer as response } from "@/lib/credentials/wallet-issuance/schema";
import {
  presentNewWalletOffer as present,
  walletOfferUrl,
} from "@/lib/credentials/wallet-issuance/serializer";
import { offerToWallet } from "@/lib/credentials/wallet-issuance/service";
import { create, route } from "@/lib/http/endpoints/endpoint";
import { earnerOnly } from "@/lib/http/endpoints/endpoint-spec";
import { EmptyInput as body } from "@/lib/kernel/fields";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: create({
    ...earnerOnly,
    summary: "Offer an accepted badge of the signed-in person to a wallet",
    requiresProof: true,
    body,
    ids: ["badge_id"],
    run: offerToWallet,
    present,
    response,
    location: walletOfferUrl,
  }),
});
