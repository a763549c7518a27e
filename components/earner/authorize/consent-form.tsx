import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { WalletScopeKey } from "@/lib/applications/wallet-applications/choices";

type ConsentFormProps = {
  application: {
    name: string;
    policyUri: string | null;
    /** The host that the person returns to; null for an application on their own device. */
    host: string | null;
  };
  scopes: WalletScopeKey[];
  /** The request, which the form repeats. */
  fields: [string, string][];
};

/** What an application could do, and the buttons to allow it or not. Works without JavaScript. */
export function ConsentForm({ application: { name, policyUri, host }, scopes, fields }: ConsentFormProps) {
  const t = useTranslations("authorize");
  const words = useTranslations("wallet");
  return (
    <>
      <h2 className="font-semibold wrap-anywhere">{t("could", { name })}</h2>
      <ul className="mt-2 list-disc space-y-1 pl-5">
        {scopes.map((key) => (
          <li key={key}>{words(`applications.scopes.${key}`)}</li>
        ))}
      </ul>
      <Notice tone="caution" className="mt-6">
        <span className="wrap-anywhere">
          {t("warning", { name })} {host === null ? t("device") : t("host", { host })}
        </span>
      </Notice>
      <form method="post" action="/authorize/answer" className="mt-6 flex flex-col gap-3">
        {fields.map(([field, value]) => (
          <input key={field} type="hidden" name={field} value={value} />
        ))}
        <button type="submit" name="answer" value="allow" className={buttonClass({}, "w-full")}>
          {t("allow")}
        </button>
        <button
          type="submit"
          name="answer"
          value="deny"
          className={buttonClass({ variant: "secondary" }, "w-full")}
        >
          {t("deny")}
        </button>
      </form>
      <p className="mt-6 text-sm text-ink-soft">{t("end", { section: words("nav.applications") })}</p>
      {policyUri === null ? null : (
        <p className="mt-2 text-sm wrap-anywhere">
          <a href={policyUri} rel="noopener noreferrer nofollow" className="underline">
            {t("policy", { name })}
          </a>
        </p>
      )}
    </>
  );
}
