import { exchangeCode } from "@/lib/credentials/wallet-issuance/grant";
import { WalletToken, WalletTokenRequest } from "@/lib/credentials/wallet-issuance/schema";
import { presentWalletToken } from "@/lib/credentials/wallet-issuance/serializer";
import { route } from "@/lib/http/endpoints/endpoint";
import { walletTokenEndpoint } from "@/lib/http/endpoints/wallet-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: walletTokenEndpoint({
    summary: "Exchange the pre-authorized code of an offer for an access token",
    body: WalletTokenRequest,
    run: exchangeCode,
    present: presentWalletToken,
    response: WalletToken,
  }),
});
