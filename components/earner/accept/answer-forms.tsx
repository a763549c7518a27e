import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { buttonClass } from "@/components/ui/button";

/** The link that opened the page, and the address that it was sent to. */
export type LinkProps = { badgeId: string; token: string; address: string };

type AnswerFormsProps = LinkProps & {
  /** Whether the link comes from the e-mail. Accepting by it proves that the address belongs to the reader. */
  isMailed: boolean;
  /** Whether to ask for confirmation before declining. */
  isDeclining: boolean;
};

type LinkFormProps = Pick<LinkProps, "badgeId" | "token"> & {
  action?: "answer" | "keep" | "address";
  className?: string;
  children: ReactNode;
};

/** A plain HTML form, because the link of an e-mail may open in any browser, without JavaScript. */
export const LinkForm = ({ badgeId, token, action = "answer", className, children }: LinkFormProps) => (
  <form method="post" action={`/accept/${badgeId}/${action}`} className={className}>
    <input type="hidden" name="token" value={token} />
    {children}
  </form>
);

const LARGE_CLASSES = "min-h-12 w-full px-6 py-2 text-center text-base whitespace-normal sm:w-auto";

/** Builds the path of the page of the link. `more` begins with `&`. */
export const buildLinkPath = ({ badgeId, token }: Pick<LinkProps, "badgeId" | "token">, more = ""): string =>
  `/accept/${badgeId}?token=${encodeURIComponent(token)}${more}`;

function ConfirmDecline(link: LinkProps) {
  const t = useTranslations("accept.decline");
  return (
    <div className="rounded-xl border border-negative bg-negative-soft p-5" id="decline">
      <h2 className="font-heading text-2xl leading-tight">{t("title")}</h2>
      <p className="mt-2 text-ink-soft">{t("text")}</p>
      <div className="mt-5 flex flex-col gap-3 sm:flex-row sm:flex-wrap">
        <LinkForm {...link}>
          <button
            type="submit"
            name="answer"
            value="decline"
            className={buttonClass({ variant: "danger" }, `${LARGE_CLASSES} font-semibold`)}
          >
            {t("confirm")}
          </button>
        </LinkForm>
        <a href={buildLinkPath(link)} className={buttonClass({ variant: "secondary" }, LARGE_CLASSES)}>
          {t("keep")}
        </a>
      </div>
    </div>
  );
}

/** The forms to accept a pending badge, to accept it privately or to decline it. */
export function AnswerForms({ isDeclining, isMailed, ...link }: AnswerFormsProps) {
  const t = useTranslations("accept.answer");
  if (isDeclining) return <ConfirmDecline {...link} />;
  return (
    <div>
      <LinkForm {...link}>
        <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
          <button type="submit" name="answer" value="accept" className={buttonClass({}, LARGE_CLASSES)}>
            {t("accept")}
          </button>
          <button
            type="submit"
            name="answer"
            value="accept_privately"
            aria-describedby="privately"
            className={buttonClass({ variant: "secondary" }, LARGE_CLASSES)}
          >
            {t("accept_privately")}
          </button>
          <a
            href={buildLinkPath(link, "&decline=1#decline")}
            className={buttonClass({ variant: "quiet" }, `${LARGE_CLASSES} sm:px-4`)}
          >
            {t("decline")}
          </a>
        </div>
      </LinkForm>
      <div className="mt-4 flex max-w-prose flex-col gap-1 text-sm text-ink-soft">
        <p>{t("public_hint")}</p>
        <p id="privately">{t("private_hint")}</p>
        {isMailed ? <p>{t("proves", { address: link.address })}</p> : null}
      </div>
    </div>
  );
}
