import { READ_PROFILE, UPDATE_PROFILE } from "@/lib/applications/wallet-applications/choices";
import { getWalletProfile, updateWalletProfile } from "@/lib/accounts/wallet-service/service";
import { route } from "@/lib/http/endpoints/endpoint";
import {
  walletOperation,
  encodeProfile as encode,
  readNothing,
  readProfile,
} from "@/lib/http/endpoints/open-badges-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: walletOperation({
    summary: "Get the profile of the earner",
    scope: READ_PROFILE,
    read: readNothing,
    run: getWalletProfile,
    encode,
  }),
  PUT: walletOperation({
    summary: "Update the profile of the earner",
    scope: UPDATE_PROFILE,
    read: readProfile,
    run: updateWalletProfile,
    encode,
  }),
});
