"use client";

import { useTranslations } from "next-intl";
import { Notice } from "@/components/ui/notice";
import { useShownSecret } from "@/components/ui/use-shown-secret";
import type {
  SecondFactors as Factors,
  RecoveryCodes as NewCodes,
} from "@/lib/identity/second-factors/schema";
import { AuthenticatorApp } from "./authenticator-app";
import { Passkeys } from "./passkeys";
import { apiMe } from "@/components/api";
import { Button } from "@/components/ui/button";
import { CodeBox } from "@/components/ui/code-box";
import { ConfirmButton } from "@/components/ui/dialog-button";
import { useWrite } from "@/components/ui/use-write";

/** New recovery codes, shown until the person says that they are stored. */
function ShownCodes({ codes, onStored }: { codes: string[]; onStored: () => void }) {
  const t = useTranslations("wallet.account");
  const { write, isBusy } = useWrite();
  const confirm = () =>
    write({
      send: () => apiMe("POST", "/recovery_codes/confirm", { code: codes[0] }),
      done: () => {
        onStored();
        return null;
      },
    });
  return (
    <Notice tone="caution" title={t("recovery_title")} announce>
      <div className="flex flex-col items-start gap-4">
        <p>{t("recovery_shown")}</p>
        <div className="w-full">
          <CodeBox label={t("recovery")} text={codes.join("\n")} />
        </div>
        <Button variant="secondary" busy={isBusy} onClick={() => void confirm()}>
          {t("recovery_done")}
        </Button>
      </div>
    </Notice>
  );
}

/** How many recovery codes are left, and a button that creates new ones. */
function RecoveryCodes({ left, onCodes }: { left: number; onCodes: (codes: string[]) => void }) {
  const t = useTranslations("wallet.account");
  const { write, isBusy } = useWrite();
  const create = async (close: () => void): Promise<void> => {
    const isCreated = await write({
      send: () => apiMe<NewCodes>("POST", "/recovery_codes", {}),
      done: ({ recovery_codes: codes }) => {
        onCodes(codes);
        return null;
      },
    });
    if (isCreated) close();
  };
  return (
    <div className="flex flex-col items-start gap-3">
      <h3 className="font-semibold">{t("recovery")}</h3>
      <p className="text-sm text-ink-soft">{t("recovery_text", { count: left })}</p>
      <ConfirmButton
        opener={t("recovery_new")}
        look={{ variant: "secondary" }}
        title={t("recovery_new_title")}
        text={t("recovery_new_text")}
        confirm={t("recovery_create")}
        isBusy={isBusy}
        onConfirm={(close) => void create(close)}
      />
    </div>
  );
}

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
