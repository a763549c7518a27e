import { WalletTokenRequest, WalletTokens } from "@/lib/applications/wallet-applications/schema";
import { presentTokens } from "@/lib/applications/wallet-applications/serializer";
import { grantWalletTokens } from "@/lib/applications/wallet-applications/token-grants";
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
