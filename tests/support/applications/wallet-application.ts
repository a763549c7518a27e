import { createPerson } from "../accounts/members";
import { createWalletClient } from "../credentials/wallet-application";

/** An application that a person allowed to use their account. */
export async function createAllowedApplication() {
  const person = await createPerson();
  const client = await createWalletClient();
  await client.getTokens(person);
  return { ids: { wallet_application_id: await client.findId() }, person };
}
