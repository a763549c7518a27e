import { READ_CREDENTIALS, UPSERT_CREDENTIALS } from "@/lib/applications/wallet-applications/choices";
import { listWalletCredentials, upsertWalletCredential } from "@/lib/accounts/wallet-service/service";
import { route } from "@/lib/http/endpoints/endpoint";
import {
  walletOperation,
  encodeCredentials,
  encodeUpsert,
  readCredentialQuery,
  readUpsert,
} from "@/lib/http/endpoints/open-badges-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: walletOperation({
    summary: "Get the credentials of the earner",
    scope: READ_CREDENTIALS,
    read: readCredentialQuery,
    run: listWalletCredentials,
    encode: encodeCredentials,
  }),
  POST: walletOperation({
    summary: "Add or update a credential",
    scope: UPSERT_CREDENTIALS,
    read: readUpsert,
    run: upsertWalletCredential,
    encode: encodeUpsert,
  }),
});
