import { useMessages, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { RejectedForm } from "@/components/account/rejected-form";
import { NewPasswordField } from "@/components/account/new-password-field";
import { buttonClass } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Field, Input } from "@/components/ui/form/field";
import { AddAddress, buildSignInPath } from "./address-help";
import { LinkForm, type LinkProps } from "./answer-forms";
import { SignInOrMail } from "./owner-only";

/** Which offer about the account with the badge to show to the reader (lib/accounts/accounts/account-offers.ts). */
export type AccountOffer =
  | { status: "own" | "other" | "owner_only" | "shown" | "sign_in" | "mail" }
  | { status: "keep"; firstName: string; lastName: string; personalTexts: string[] };

type AccountPanelProps = LinkProps & { keeping: AccountOffer; account: string | null; again: RejectedForm };

const large = "mt-5 min-h-12 px-6 py-2 text-base whitespace-normal";

type PanelProps = { title: string; text: string; children: ReactNode };

const Panel = ({ title, text, children }: PanelProps) => (
  <section className="mt-8 border-t border-line pt-6" aria-labelledby="keep">
    <h2 id="keep" className="font-heading text-2xl leading-tight wrap-anywhere">
      {title}
    </h2>
    <p className="mt-1.5 max-w-prose wrap-anywhere text-ink-soft">{text}</p>
    {children}
  </section>
);

type OpenAccountFormProps = LinkProps & {
  firstName: string;
  lastName: string;
  personalTexts: readonly string[];
  again: RejectedForm;
};

/** The form for a new account: the name, filled in already, and an optional password. */
function OpenAccountForm({ firstName, lastName, personalTexts, again, ...link }: OpenAccountFormProps) {
  const t = useTranslations("accept.keep");
  const { password: words } = useMessages();
  const fieldError = (field: string, text: string) => (again.wrong.includes(field) ? text : undefined);
  return (
    <LinkForm {...link} action="keep" className="mt-5 flex max-w-md flex-col gap-4">
      {/* For password managers. */}
      <input type="hidden" name="username" autoComplete="username" value={link.address} />
      <Field label={t("first_name")} error={fieldError("first_name", t("wrong_first_name"))}>
        {(ids) => (
          <Input
            {...ids}
            name="first_name"
            autoComplete="given-name"
            defaultValue={again.firstName ?? firstName}
            required
            maxLength={255}
          />
        )}
      </Field>
      <Field label={t("last_name")} error={fieldError("last_name", t("wrong_last_name"))}>
        {(ids) => (
          <Input
            {...ids}
            name="last_name"
            autoComplete="family-name"
            defaultValue={again.lastName ?? lastName}
            maxLength={255}
          />
        )}
      </Field>
      <NewPasswordField
        name="password"
        label={t("password")}
        hint={t("password_hint")}
        error={again.fault ? words.faults[again.fault] : fieldError("password", t("wrong_password"))}
        words={words}
        personal={personalTexts}
      />
      <button
        type="submit"
        className={buttonClass({}, "min-h-12 px-6 py-2 text-base whitespace-normal sm:self-start")}
      >
        {t("submit")}
      </button>
    </LinkForm>
  );
}

/** After the badge is accepted: how to get into the account that it was added to. */
export function AccountPanel({ keeping, account, again, ...link }: AccountPanelProps) {
  const t = useTranslations("accept.keep");
  const { address } = link;
  switch (keeping.status) {
    case "own":
      return (
        <Panel title={t("own_title")} text={t("own_text")}>
          <ButtonLink href="/wallet" className={large}>
            {t("open_wallet")}
          </ButtonLink>
        </Panel>
      );
    case "other":
      return (
        <Panel title={t("other_title", { account: account ?? "" })} text={t("other_text", { address })}>
          <AddAddress {...link} />
        </Panel>
      );
    case "sign_in":
      return (
        <Panel title={t("title")} text={t("sign_in_text", { address })}>
          <a href={buildSignInPath("/wallet")} className={buttonClass({}, large)}>
            {t("sign_in")}
          </a>
        </Panel>
      );
    case "shown":
      return (
        <Panel title={t("title")} text={t("shown_text", { address })}>
          <SignInOrMail path="/wallet" />
        </Panel>
      );
    case "owner_only":
      return null;
    case "mail":
      return (
        <Panel title={t("title")} text={t("mail_text", { address })}>
          <ButtonLink href="/password" className={large}>
            {t("mail")}
          </ButtonLink>
        </Panel>
      );
    case "keep":
      return (
        <Panel title={t("title")} text={t("keep_text", { address })}>
          <OpenAccountForm {...link} {...keeping} again={again} />
        </Panel>
      );
  }
}
