import { useTranslations } from "next-intl";
import { Logo } from "@/components/ui/page/logo";
import { isLtiCode, type LtiCode } from "@/lib/learning/lti/schema";

/** The key of the advice for the learner, by error code. The message `keeper` is for the administrator of the link. */
const NEXT_STEPS = {
  LTI_APP_NOT_FOUND: "tell",
  LTI_DATA_MISSING: "tell",
  LTI_UNAUTHORIZED: "again",
  LTI_NO_CONNECTION: "tell",
  LTI_EMAIL_BELONGS_TO_ANOTHER: "address_taken",
  LTI_MEMBER_ID_DOES_NOT_EXIST: "tell",
  LTI_MEMBER_CREATION_FAILED: "address",
  unknown: "later",
} as const satisfies Record<LtiCode | "unknown", string>;

/** Explains a failed launch. Of the request's values it shows only a known error code. */
export function FailureView({ code: given }: { code: unknown }) {
  const t = useTranslations("launch.failure");
  const code = isLtiCode(given) ? given : null;
  const kind = code ?? "unknown";
  return (
    <main className="mx-auto w-full max-w-xl px-5 py-10 sm:py-16">
      <Logo className="size-9" />
      <h1 className="font-heading mt-6 text-[1.75rem] leading-tight sm:text-4xl">{t(`${kind}.title`)}</h1>
      <p className="mt-4 text-base text-ink-soft">{t(`${kind}.text`)}</p>
      <p className="mt-4 text-base">{t(`next.${NEXT_STEPS[kind]}`)}</p>
      <section className="mt-10 border-t border-line pt-5 text-sm text-ink-soft" aria-labelledby="keeper">
        <h2 id="keeper" className="font-medium text-ink">
          {t("keeper")}
        </h2>
        <p className="mt-1">{t(`${kind}.keeper`)}</p>
        {code ? (
          <p className="mt-3">
            {t.rich("code", {
              code,
              mono: (words) => <code className="font-mono text-[0.8125rem] text-ink">{words}</code>,
            })}
          </p>
        ) : null}
      </section>
    </main>
  );
}
