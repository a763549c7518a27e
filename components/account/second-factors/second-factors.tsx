"use client";

import { useTranslations } from "next-intl";
import { Notice } from "@/components/ui/notice";
import { useShownSecret } from "@/components/ui/use-shown-secret";
import type { SecondFactors as Factors } from "@/lib/identity/second-factors/schema";
import { AuthenticatorApp } from "./authenticator-app";
import { Passkeys } from "./passkeys";
import { RecoveryCodes, ShownCodes } from "./recovery-codes";

/** The second factors of the account. New recovery codes stay on the page until the person has stored them. */
export function SecondFactors({ factors }: { factors: Factors }) {
  const t = useTranslations("wallet.account");
  const { secret: codes, show, forget } = useShownSecret<string[]>();
  const { passkeys, authenticator_app: app, required_by: requiredBy } = factors;
  const hasFactor = passkeys.length > 0 || app !== null;
  const showCodes = (created: string[] | null): void => {
    if (created) show(created);
  };
  return (
    <>
      {requiredBy.length > 0 && !hasFactor ? (
        <Notice tone="caution">
          {t("second_factor_required", { organizations: requiredBy.join(", ") })}
        </Notice>
      ) : null}
      {codes ? <ShownCodes codes={codes} onStored={forget} /> : null}
      <Passkeys passkeys={passkeys} isAvailable={factors.passkeys_available} onCodes={showCodes} />
      <AuthenticatorApp app={app} onCodes={showCodes} />
      {hasFactor ? <RecoveryCodes left={factors.recovery_codes_left} onCodes={showCodes} /> : null}
    </>
  );
}
