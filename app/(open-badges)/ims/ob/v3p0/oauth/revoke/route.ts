import { WalletRevocation } from "@/lib/applications/wallet-applications/schema";
import { revokeWalletToken } from "@/lib/applications/wallet-applications/token-grants";
import { route } from "@/lib/http/endpoints/endpoint";
import { walletClientEndpoint } from "@/lib/http/endpoints/open-badges-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: walletClientEndpoint({
    summary: "Revoke a token",
    body: WalletRevocation,
    run: revokeWalletToken,
  }),
});
