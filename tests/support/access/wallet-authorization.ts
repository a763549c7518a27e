import { createPersonClient } from "../accounts/earners";
import { offerBadge } from "../credentials/wallet";
import { createShownBadge } from "./document-authorization";
import type { Preparation } from "./preparation";

const prepareNothing: Preparation = () => Promise.resolve({});

/** What each operation for badges in wallets is sent, by operation id. */
export const WALLET_PREPARATIONS: Record<string, Preparation> = {
  "POST /me/badges/[badge_id]/wallet_offers": async (organization) => ({
    ...(await createShownBadge(organization)),
    body: {},
  }),
  "GET /me/badges/[badge_id]/wallet_offers/[wallet_offer_id]": async (organization) => {
    const { ids, person } = await createShownBadge(organization);
    const { offer } = await offerBadge({ client: createPersonClient(person) }, ids.badge_id);
    return { ids: { ...ids, wallet_offer_id: offer.id }, person };
  },
  "GET /me/badges/[badge_id]/wallet_copies": createShownBadge,
  "POST /wallet_issuance/token": async (organization) => {
    const { ids, person } = await createShownBadge(organization);
    return { body: (await offerBadge({ client: createPersonClient(person) }, ids.badge_id)).fields };
  },
  "POST /wallet_issuance/nonce": prepareNothing,
  // The callers present credentials of their own, none of which is the token of a wallet.
  "POST /wallet_issuance/credential": () => Promise.resolve({ body: {} }),
  "GET /well_known/oauth_authorization_server": prepareNothing,
  "GET /well_known/openid_credential_issuer": prepareNothing,
};
