import {
  authenticateWallet,
  buildRequestError,
  issueCredential,
} from "@/lib/credentials/wallet-issuance/issuance";
import { CredentialRequest, CredentialResponse } from "@/lib/credentials/wallet-issuance/schema";
import { presentIssuedCredential } from "@/lib/credentials/wallet-issuance/serializer";
import { route } from "@/lib/http/endpoints/endpoint";
import { walletCredentialEndpoint } from "@/lib/http/endpoints/wallet-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: walletCredentialEndpoint({
    summary: "Get the credential of the offered badge for the holder of a key",
    body: CredentialRequest,
    toRequestError: buildRequestError,
    authenticate: authenticateWallet,
    run: issueCredential,
    present: presentIssuedCredential,
    response: CredentialResponse,
  }),
});
