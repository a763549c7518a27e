import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/form/field";
import { Notice } from "@/components/ui/notice";
import { ScanButton } from "./scan-button";

type VerifyFormsProps = {
  url: string;
  problem: "no_file" | "too_large" | "too_many" | "busy" | "outdated" | null;
};

/** Two forms to verify a badge, by address or by file. They work without JavaScript. */
export function VerifyForms({ url, problem }: VerifyFormsProps) {
  const t = useTranslations("verify");
  return (
    <div className="flex flex-col gap-8">
      {problem ? (
        <Notice tone="caution" announce>
          {t(`problem.${problem}`)}
        </Notice>
      ) : null}
      <form method="get" action="/verify" className="flex flex-col items-start gap-4">
        <Field className="w-full" label={t("address.label")} hint={t("address.hint")}>
          {(control) => (
            <Input
              {...control}
              name="url"
              type="url"
              inputMode="url"
              autoComplete="off"
              required
              maxLength={2_000}
              defaultValue={url}
              placeholder="https://"
            />
          )}
        </Field>
        <Button type="submit">{t("address.action")}</Button>
      </form>
      <ScanButton
        texts={{
          action: t("scan.action"),
          hint: t("scan.hint"),
          stop: t("scan.stop"),
          no_camera: t("scan.no_camera"),
        }}
      />
      <form
        method="post"
        action="/verify/file"
        encType="multipart/form-data"
        className="flex flex-col items-start gap-4 border-t border-line pt-8"
      >
        <Field className="w-full" label={t("file.label")} hint={t("file.hint")}>
          {(control) => (
            <input
              {...control}
              name="file"
              type="file"
              required
              accept=".png,.svg,.json,.jsonld,.jwt,.txt,image/png,image/svg+xml,application/json,application/ld+json"
              className="block min-h-10 w-full max-w-full text-sm file:me-3 file:min-h-10 file:rounded-lg file:border file:border-edge file:bg-canvas file:px-4 file:text-sm file:font-medium file:text-ink"
            />
          )}
        </Field>
        <Button type="submit" variant="secondary">
          {t("file.action")}
        </Button>
      </form>
    </div>
  );
}
