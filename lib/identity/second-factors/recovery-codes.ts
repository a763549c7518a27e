import type { Earner } from "@/lib/access/callers/caller";
import { recordActivity } from "@/lib/access/account-activity/service";
import { lockPerson } from "@/lib/identity/users/service";
import { transaction } from "@/lib/kernel/db";
import { invalidField, unprocessable } from "@/lib/kernel/errors";
import { createRecoveryCodes, recoveryCodeDigest } from "./one-time-codes";
import { addUnconfirmedCodes, confirmCodes, findCodeState, findFactorKinds } from "./queries";
import type { RecoveryCodeInput } from "./schema";
import type { SecondFactorsRow } from "./serializer";
import { getSecondFactors } from "./service";

/**
 * Creates new recovery codes. The earlier ones work, too, until the person confirms that the new ones are stored or uses one of
 * them: a response that is lost must not leave them without a code. Throws 422 without a second factor.
 */
export function createNewRecoveryCodes({ userId }: Earner): Promise<string[]> {
  return transaction(async () => {
    await lockPerson(userId);
    const { hasPasskey, hasApp } = await findFactorKinds(userId);
    if (!hasPasskey && !hasApp)
      throw unprocessable("no_second_factor", "Add a passkey or an authenticator app first.");
    await recordActivity(userId, "recovery_codes_created");
    const codes = createRecoveryCodes();
    await addUnconfirmedCodes(userId, codes.map(recoveryCodeDigest));
    return codes;
  });
}

/**
 * Confirms by one of the new recovery codes that the person stored them, and ends the earlier ones. Changes nothing if they are
 * confirmed. Throws 422 for a code that the account does not have.
 */
export async function confirmRecoveryCodes(
  earner: Earner,
  { code }: RecoveryCodeInput,
): Promise<SecondFactorsRow> {
  const { userId } = earner;
  await transaction(async () => {
    await lockPerson(userId);
    const found = await findCodeState(userId, recoveryCodeDigest(code));
    if (!found) throw invalidField("code", "wrong_code", "is not a recovery code of this account");
    if (!found.confirmed) await confirmCodes(userId);
  });
  return getSecondFactors(earner);
}
