import { issueNonce } from "@/lib/credentials/wallet-issuance/issuance";
import { WalletNonce } from "@/lib/credentials/wallet-issuance/schema";
import { presentNonce } from "@/lib/credentials/wallet-issuance/serializer";
import { route } from "@/lib/http/endpoints/endpoint";
import { walletQueryEndpoint } from "@/lib/http/endpoints/wallet-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: walletQueryEndpoint({
    summary: "Get a nonce for a proof of possession",
    run: issueNonce,
    present: presentNonce,
    response: WalletNonce,
  }),
});
