import { Download, Mail, MessageCircle, Newspaper } from "lucide-react";
import { useMessages, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { buttonClass } from "@/components/ui/button";
import type { Activity } from "@/lib/access/account-activity/schema";
import type { Me, OwnEmail } from "@/lib/accounts/accounts/schema";
import type { SecondFactors as Factors } from "@/lib/identity/second-factors/schema";
import type { Session } from "@/lib/accounts/sessions/schema";
import type { OwnLearningToken } from "@/lib/learning/tokens/schema";
import { AddressForm } from "./address-form";
import { AddressList } from "./address-list";
import { DeleteAccount } from "./delete-account";
import { EndSessions } from "./end-sessions";
import { LanguageForm } from "./language-form";
import { LearningTokens } from "./learning-tokens";
import { PasswordForm } from "./password-form";
import { ProfileForm } from "./profile-form";
import { PublicProfileForm } from "./public-profile-form";
import { RecentActivity } from "./recent-activity";
import { SecondFactors } from "./second-factors/second-factors";
import { SessionList } from "./session-list";
import { buildMailtoUrl, buildPostAddress } from "@/components/public/badge/share-address";
import { QrCode } from "@/components/ui/qr-code";
import { SHARE_BUTTON } from "@/components/ui/share-button";
import { XMark } from "@/components/ui/x-mark";
import { CopyField } from "./copy-field";
import { ShareNow } from "./share-now";

const NETWORKS = [
  { network: "linkedin_post", Icon: Newspaper },
  { network: "x", Icon: XMark },
  { network: "whatsapp", Icon: MessageCircle },
] as const;

/** The ways to share the public profile at an address. They do not reveal the address of this page. */
function ProfileShare({ address }: { address: string }) {
  const t = useTranslations("wallet.account");
  const words = useTranslations("accept.share");
  const qr = useTranslations("wallet.badge");
  const text = t("share_text");
  return (
    <div className="mt-3 flex flex-col gap-4 border-t border-line pt-6">
      <h3 className="font-heading text-lg leading-tight">{t("share_profile")}</h3>
      <CopyField label={t("profile_link")} text={address} />
      <ul className="grid gap-2 sm:grid-cols-2">
        {NETWORKS.map(({ network, Icon }) => (
          <li key={network}>
            <a
              href={buildPostAddress(network, address, text)}
              target="_blank"
              rel="noopener noreferrer"
              className={SHARE_BUTTON}
            >
              <Icon className="size-4 shrink-0" aria-hidden="true" />
              {words(network)}
            </a>
          </li>
        ))}
        <li>
          <a href={buildMailtoUrl(text, address)} className={SHARE_BUTTON}>
            <Mail className="size-4 shrink-0" aria-hidden="true" />
            {words("mail")}
          </a>
        </li>
        <ShareNow address={address} title={text} text={t("share_now")} />
      </ul>
      <details>
        <summary className="flex min-h-11 cursor-pointer items-center font-medium">{qr("qr")}</summary>
        <QrCode
          address={address}
          name={address.slice(address.lastIndexOf("/") + 1)}
          texts={{ picture: t("qr_profile"), svg: qr("qr_download"), png: qr("qr_download_png") }}
        />
      </details>
    </div>
  );
}

type PartProps = { id?: string; title: string; text?: ReactNode; children: ReactNode };

/** A titled section of an account page. */
export const AccountSection = ({ id, title, text, children }: PartProps) => (
  <section
    id={id}
    className="grid scroll-mt-6 gap-x-12 gap-y-4 border-t border-line py-8 md:grid-cols-[15rem_minmax(0,1fr)]"
  >
    <div>
      <h2 className="font-heading text-xl leading-tight">{title}</h2>
      {text ? <p className="mt-2 text-sm text-ink-soft">{text}</p> : null}
    </div>
    <div className="flex max-w-2xl min-w-0 flex-col gap-5">{children}</div>
  </section>
);

type AccountSectionsProps = {
  me: Me;
  emails: OwnEmail[];
  activities: Activity[];
  /** Whether the public profile exists. It does once a badge is public. */
  hasProfile: boolean;
  /** Texts that the password must not contain (lib/identity/users/password-choice.ts). */
  personal: readonly string[];
  factors: Factors;
  sessions: Session[];
  learningTokens: OwnLearningToken[];
  /** Further sections, before the sessions. */
  children?: ReactNode;
};

/** The sections of the profile and of its public address. */
function ProfileSections({ me, hasProfile }: Pick<AccountSectionsProps, "me" | "hasProfile">) {
  const t = useTranslations("wallet.account");
  return (
    <>
      <AccountSection title={t("profile")}>
        <ProfileForm me={me} />
      </AccountSection>
      <AccountSection id="profile" title={t("profile_section")}>
        {hasProfile ? (
          <p className="text-sm text-ink-soft">
            {t("public_profile")}{" "}
            <a href={me.url} className="text-accent underline underline-offset-4 wrap-anywhere">
              {me.url}
            </a>
          </p>
        ) : (
          <p className="text-sm text-ink-soft">{t("profile_none")}</p>
        )}
        <PublicProfileForm me={me} />
        {hasProfile ? <ProfileShare address={me.url} /> : null}
      </AccountSection>
    </>
  );
}

/** The settings of an account, which are the same in the wallet and in the console. */
export function AccountSections(props: AccountSectionsProps) {
  const { me, emails, activities, hasProfile, personal, factors, sessions, learningTokens, children } = props;
  const { password: words } = useMessages();
  const t = useTranslations("wallet.account");
  return (
    <>
      <ProfileSections me={me} hasProfile={hasProfile} />
      <AccountSection title={t("language")}>
        <LanguageForm locale={me.locale} />
      </AccountSection>
      <AccountSection id="emails" title={t("emails")} text={t("emails_text")}>
        <AddressList emails={emails} hasPassword={me.has_password} />
        <AddressForm />
        <p className="text-sm text-ink-soft">{t("merge_text")}</p>
      </AccountSection>
      <AccountSection title={t("password")}>
        <PasswordForm
          hasPassword={me.has_password}
          email={me.email ?? ""}
          words={words}
          personal={personal}
        />
      </AccountSection>
      <AccountSection id="second-factor" title={t("second_factor")} text={t("second_factor_text")}>
        <SecondFactors factors={factors} />
      </AccountSection>
      {children}
      <AccountSection title={t("sessions")} text={t("sessions_text")}>
        <SessionList sessions={sessions} />
        <div>
          <EndSessions />
        </div>
      </AccountSection>
      {learningTokens.length > 0 ? (
        <AccountSection title={t("tokens")} text={t("tokens_text")}>
          <LearningTokens tokens={learningTokens} />
        </AccountSection>
      ) : null}
      <AccountSection title={t("activity")} text={t("activity_text")}>
        <RecentActivity activities={activities} />
      </AccountSection>
      <AccountSection title={t("data")} text={t("data_text")}>
        <div>
          <a href="/v1/me/data" download className={buttonClass({ variant: "secondary" })}>
            <Download className="size-4" aria-hidden="true" />
            {t("data_download")}
          </a>
        </div>
      </AccountSection>
      <AccountSection title={t("delete")} text={t("delete_text")}>
        <div>
          <DeleteAccount hasPassword={me.has_password} />
        </div>
      </AccountSection>
    </>
  );
}
