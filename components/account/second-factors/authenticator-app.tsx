"use client";

import { useTranslations } from "next-intl";
import { apiMe } from "@/components/api";
import { Button } from "@/components/ui/button";
import { CodeBox } from "@/components/ui/code-box";
import { DialogButton } from "@/components/ui/overlay/dialog-button";
import { Form } from "@/components/ui/form/form";
import { readField } from "@/components/ui/form/form-data";
import { QrPicture } from "@/components/ui/qr-picture";
import { useShowMessage } from "@/components/ui/overlay/show-message";
import { TextField } from "@/components/ui/form/text-field";
import { useShownSecret } from "@/components/ui/use-shown-secret";
import { useWrite } from "@/components/ui/form/use-write";
import type { QrPath } from "@/lib/kernel/qr-path";
import type {
  AddedSecondFactor,
  NewAuthenticatorApp,
  SecondFactors,
} from "@/lib/identity/second-factors/schema";
import { appCodeSchema } from "../schemas";
import { FactorItem } from "./factor-item";

type NewApp = { secret: string; code: QrPath };

/** Creates the secret of an app, and its QR code. */
async function startApp(): Promise<NewApp> {
  const [{ secret, url }, { buildQrPath }] = await Promise.all([
    apiMe<NewAuthenticatorApp>("POST", "/authenticator_app", {}),
    import("@/lib/kernel/qr-path"),
  ]);
  return { secret, code: buildQrPath(url) };
}

type ConfirmFormProps = { app: NewApp; onCodes: (codes: string[] | null) => void; onClose: () => void };

/** Shows the QR code and takes the first code of the app. */
function ConfirmForm({ app, onCodes, onClose }: ConfirmFormProps) {
  const t = useTranslations("wallet.account");
  const words = useTranslations("wallet.common");
  const showMessage = useShowMessage();
  const finish = ({ recovery_codes: codes }: AddedSecondFactor) => {
    onClose();
    onCodes(codes);
    showMessage("positive", t("app_added"));
    return null;
  };
  return (
    <Form
      fields={["code"]}
      schema={appCodeSchema}
      read={(form) => ({ code: readField(form, "code") })}
      send={(request) => apiMe<AddedSecondFactor>("POST", "/authenticator_app/confirm", request)}
      done={finish}
      action={t("app_confirm")}
      aside={
        <Button variant="secondary" onClick={onClose}>
          {words("cancel")}
        </Button>
      }
    >
      {(problems) => (
        <>
          <QrPicture code={app.code} label={t("app_picture")} className="size-48 self-center" />
          <CodeBox label={t("app_secret")} text={app.secret} />
          <TextField
            name="code"
            label={t("app_code")}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            problems={problems}
          />
        </>
      )}
    </Form>
  );
}

type AuthenticatorAppProps = {
  app: SecondFactors["authenticator_app"];
  onCodes: (codes: string[] | null) => void;
};

/** The authenticator app of the account: its addition, or its removal. */
export function AuthenticatorApp({ app, onCodes }: AuthenticatorAppProps) {
  const t = useTranslations("wallet.account");
  const { secret, show, forget } = useShownSecret<NewApp>();
  const { write, isBusy } = useWrite();
  const start = () =>
    write({
      send: startApp,
      done: (started) => {
        show(started);
        return null;
      },
    });
  return (
    <div className="flex flex-col items-start gap-3">
      <h3 className="font-semibold">{t("app")}</h3>
      <p className="text-sm text-ink-soft">{t("app_text")}</p>
      {app ? (
        <ul className="w-full border-y border-line text-sm">
          <FactorItem
            name={t("app")}
            addedAt={app.created_at}
            usedAt={app.last_used_at}
            path="/authenticator_app"
          />
        </ul>
      ) : (
        <DialogButton
          opener={t("app_add")}
          look={{ variant: "secondary", busy: isBusy }}
          title={t("app_title")}
          text={t("app_scan")}
          onOpen={() => void start()}
        >
          {(close) =>
            secret ? (
              <ConfirmForm
                app={secret}
                onCodes={onCodes}
                onClose={() => {
                  close();
                  forget();
                }}
              />
            ) : null
          }
        </DialogButton>
      )}
    </div>
  );
}
