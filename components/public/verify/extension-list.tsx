import { useTranslations } from "next-intl";
import type { VerificationResult } from "@/lib/credentials/verification/schema";

/** What the issuer signed besides, which nothing checks. Plain text, closed at first. Nothing when there is none. */
export function ExtensionList({ extensions }: Pick<VerificationResult, "extensions">) {
  const t = useTranslations("verify.extension");
  if (extensions.length === 0) return null;
  return (
    <details className="text-sm">
      <summary className="min-h-6 cursor-pointer text-ink-faint">{t("title")}</summary>
      <p className="mt-3 max-w-prose text-ink-soft">{t("text")}</p>
      <dl className="mt-3 divide-y divide-line border-y border-line">
        {extensions.map(({ path, text }, index) => (
          // Two long paths can be cut to the same text.
          <div key={`${index} ${path}`} className="flex flex-col gap-1 py-2.5">
            <dt>
              <code className="wrap-anywhere text-ink-faint">{path}</code>
            </dt>
            <dd dir="auto" className="wrap-anywhere">
              {text}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
