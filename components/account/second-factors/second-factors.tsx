"use client";

import { useTranslations } from "next-intl";
import { Notice } from "@/components/ui/notice";
import { useShownSecret } from "@/components/ui/use-shown-secret";
import type {
  SecondFactors as Factors,
  RecoveryCodes as NewCodes,
  AddedSecondFactor,
  Passkey,
  PasskeyOptions,
} from "@/lib/identity/second-factors/schema";
import { AuthenticatorApp } from "./authenticator-app";
import { apiMe, ApiFailure, buildLocalFailure } from "@/components/api";
import { Button } from "@/components/ui/button";
import { CodeBox } from "@/components/ui/code-box";
import { ConfirmButton, DialogButton } from "@/components/ui/overlay/dialog-button";
import { useWrite } from "@/components/ui/form/use-write";
import { Form } from "@/components/ui/form/form";
import { readField } from "@/components/ui/form/form-data";
import { TextField } from "@/components/ui/form/text-field";
import { useShowMessage } from "@/components/ui/overlay/show-message";
import { createPasskey } from "../passkey";
import { passkeySchema } from "../schemas";
import { FactorItem } from "./factor-item";

const NOT_CREATED = "passkey_failed";

/** Creates a passkey in the browser and adds it to the account. */
async function addPasskey(name: string): Promise<AddedSecondFactor> {
  const options = await apiMe<PasskeyOptions>("POST", "/passkeys/options", {});
  const credential = await createPasskey(options).catch(() => {
    throw buildLocalFailure(NOT_CREATED, "name");
  });
  try {
    return await apiMe<AddedSecondFactor>("POST", "/passkeys", { name, credential });
  } catch (failure) {
    // The answer was not accepted, for example because it came too late. The name is the only field of the form.
    const isRefused = failure instanceof ApiFailure && failure.errors[0]?.code === "invalid_passkey";
    throw isRefused ? buildLocalFailure(NOT_CREATED, "name") : failure;
  }
}

type NameFormProps = {
  name?: string;
  action: string;
  send: (name: string) => Promise<unknown>;
  done: string;
  onClose: () => void;
};

/** A form with the name of a passkey, in a dialog. */
function NameForm({ name = "", action, send, done, onClose }: NameFormProps) {
  const t = useTranslations("wallet.account");
  const words = useTranslations("wallet.common");
  const showMessage = useShowMessage();
  // Success is reported on the page, because the dialog is closed by then.
  const finish = () => {
    onClose();
    showMessage("positive", done);
    return null;
  };
  return (
    <Form
      fields={["name"]}
      schema={passkeySchema}
      read={(form) => ({ name: readField(form, "name") })}
      send={(request) => send(request.name)}
      done={finish}
      action={action}
      explain={(code) => (code === NOT_CREATED ? t("passkey_failed") : undefined)}
      isEmptied
      aside={
        <Button variant="secondary" onClick={onClose}>
          {words("cancel")}
        </Button>
      }
    >
      {(problems) => (
        <TextField
          name="name"
          label={t("passkey_name")}
          defaultValue={name}
          maxLength={100}
          autoComplete="off"
          problems={problems}
        />
      )}
    </Form>
  );
}

const PasskeyItem = ({ passkey }: { passkey: Passkey }) => {
  const t = useTranslations("wallet.account");
  const { id, name } = passkey;
  const path = `/passkeys/${id}`;
  return (
    <FactorItem name={name} addedAt={passkey.created_at} usedAt={passkey.last_used_at} path={path}>
      <DialogButton
        opener={t("passkey_rename")}
        openerLabel={t("passkey_rename_of", { name })}
        look={{ variant: "quiet", size: "small" }}
        title={t("passkey_rename_title")}
        text={t("passkey_rename_text")}
      >
        {(close) => (
          <NameForm
            name={name}
            action={t("passkey_save")}
            send={(given) => apiMe<Passkey>("PATCH", path, { name: given })}
            done={t("passkey_renamed")}
            onClose={close}
          />
        )}
      </DialogButton>
    </FactorItem>
  );
};

type PasskeysProps = {
  passkeys: Passkey[];
  isAvailable: boolean;
  onCodes: (codes: string[] | null) => void;
};

/** The passkeys of the account. */
function Passkeys({ passkeys, isAvailable, onCodes }: PasskeysProps) {
  const t = useTranslations("wallet.account");
  const add = async (name: string): Promise<void> => onCodes((await addPasskey(name)).recovery_codes);
  return (
    <div className="flex flex-col items-start gap-3">
      <h3 className="font-semibold">{t("passkeys")}</h3>
      <p className="text-sm text-ink-soft">{t(isAvailable ? "passkeys_text" : "passkeys_unavailable")}</p>
      {passkeys.length > 0 ? (
        <ul className="w-full divide-y divide-line border-y border-line text-sm">
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      ) : null}
      {isAvailable ? (
        <DialogButton
          opener={t("passkey_add")}
          look={{ variant: "secondary" }}
          title={t("passkey_title")}
          text={t("passkey_add_text")}
        >
          {(close) => (
            <NameForm action={t("passkey_create")} send={add} done={t("passkey_added")} onClose={close} />
          )}
        </DialogButton>
      ) : null}
    </div>
  );
}

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
