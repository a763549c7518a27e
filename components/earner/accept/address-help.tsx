import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { LinkForm, buildLinkPath, type LinkProps } from "./answer-forms";

/** Builds the path of the sign-in page that leads on to `path`. */
export const buildSignInPath = (path: string): string =>
  `/sign-in?${new URLSearchParams({ callbackUrl: path })}`;

/** The form that adds the address to the signed-in account. */
export function AddAddress({ address, ...link }: LinkProps) {
  const t = useTranslations("accept.address");
  return (
    <LinkForm {...link} action="address" className="mt-4">
      <button
        type="submit"
        className={buttonClass(
          { variant: "secondary" },
          "min-h-11 max-w-full py-2 text-start whitespace-normal",
        )}
      >
        <span className="min-w-0 wrap-anywhere">{t("add", { address })}</span>
      </button>
    </LinkForm>
  );
}

const TONES = {
  added: "positive",
  merge_mailed: "neutral",
  confirm_mailed: "neutral",
  refused: "negative",
} as const;
const KINDS = ["added", "merge_mailed", "confirm_mailed", "refused"] as const;

type AddingNoticeProps = { adding: string | null; address: string };

/** The result of adding the address. */
export function AddingNotice({ adding, address }: AddingNoticeProps) {
  const t = useTranslations("accept.address");
  const kind = KINDS.find((one) => one === adding);
  if (!kind) return null;
  return (
    <div role="status" className="mb-6">
      <Notice tone={TONES[kind]}>{t(kind, { address })}</Notice>
    </div>
  );
}

type AddressHelpProps = LinkProps & {
  issuer: string;
  account: string | null;
  /** Whether the link comes from the e-mail. Only such a link can add its address to an account. */
  isMailed: boolean;
  mayAdd: boolean;
};

/** Offers to add the address, for readers signed in to an account without it. */
function AddToAccount({ account, ...link }: LinkProps & { account: string }) {
  const t = useTranslations("accept.address");
  return (
    <section className="mt-8 border-t border-line pt-5">
      <h2 className="font-heading text-xl wrap-anywhere">{t("other_title", { account })}</h2>
      <p className="mt-1.5 max-w-prose text-ink-soft">{t("other_text", { address: link.address })}</p>
      <AddAddress {...link} />
    </section>
  );
}

/** Help for readers who got the badge at an address that is not theirs or not in the account they use. */
export function AddressHelp({ issuer, account, isMailed, mayAdd, ...link }: AddressHelpProps) {
  const t = useTranslations("accept.address");
  return (
    <>
      {mayAdd && account ? <AddToAccount {...link} account={account} /> : null}
      <details className="group mt-6 max-w-prose text-sm">
        <summary className="inline-flex min-h-8 cursor-pointer list-none items-center gap-1.5 font-medium [&::-webkit-details-marker]:hidden">
          <ChevronRight
            className="size-4 shrink-0 transition-transform group-open:rotate-90"
            aria-hidden="true"
          />
          {t("question")}
        </summary>
        <p className="mt-2 text-ink-soft">{t("not_yours", { address: link.address, issuer })}</p>
        {isMailed && account === null ? (
          <>
            <p className="mt-3 text-ink-soft">{t("elsewhere", { address: link.address })}</p>
            <a
              href={buildSignInPath(buildLinkPath(link))}
              className="mt-1 inline-flex min-h-8 items-center text-accent underline underline-offset-3"
            >
              {t("sign_in")}
            </a>
          </>
        ) : null}
      </details>
    </>
  );
}
