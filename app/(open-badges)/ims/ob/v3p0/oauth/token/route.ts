import { WalletTokenRequest, WalletTokens } from "@/lib/access/wallet-applications/schema";
import { presentTokens } from "@/lib/access/wallet-applications/serializer";
import { grantWalletTokens } from "@/lib/access/wallet-applications/token-grants";
import { route } from "@/lib/http/endpoints/endpoint";
import { walletClientEndpoint } from "@/lib/http/endpoints/open-badges-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: walletClientEndpoint({
    summary: "Get tokens for an authorization code or a refresh token",
    body: WalletTokenRequest,
    run: grantWalletTokens,
    present: presentTokens,
    response: WalletTokens,
  }),
});
