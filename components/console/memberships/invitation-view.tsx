import type { ReactNode } from "react";
import type { RejectedForm } from "@/components/account/rejected-form";
import { NewPasswordField, type PasswordMessages } from "@/components/account/new-password-field";
import { SignOutButton } from "@/components/account/sign-out";
import { buttonClass } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/form/field";
import { Notice } from "@/components/ui/notice";
import { Picture } from "@/components/ui/picture";
import { DateText } from "@/components/ui/time/time";
import type { MemberRoleName } from "@/lib/accounts/memberships/schema";
import { ROLE_TEXTS } from "./role-words";

export type InvitationDetails = {
  id: string;
  email: string;
  role: MemberRoleName;
  inviter: string;
  expiresAt: string;
  organization: { name: string; slug: string; bio: string | null; photoUrl: string | null };
};

export type InvitationStatus =
  "wrong_link" | "expired" | "accepted" | "withdrawn" | "wrong_person" | "sign_in" | "confirm" | "introduce";

type InvitationViewProps = {
  status: InvitationStatus;
  invitation: InvitationDetails | null;
  /** The first name of the existing account with this address, or empty. */
  firstName: string;
  signedInAs: string | null;
  token: string;
  /** Texts that the password must not contain (lib/identity/users/password-choice.ts). */
  personal: readonly string[];
  words: PasswordMessages;
  again: RejectedForm;
};

const FIELD_ERRORS: Record<string, string> = {
  first_name: "Enter your first name.",
  last_name: "The last name is too long or contains characters that are not allowed.",
  password: "Enter a password of 10 to 1,000 characters.",
};

const WRONG_LINK = {
  title: "This link does not work",
  text: "It may be incomplete, or a newer invitation replaced it. Use the link in the newest e-mail, or ask the person who invited you to resend it.",
};

const LARGE_BUTTON = "min-h-12 px-6 text-base";

type FormProps = { invitation: InvitationDetails; token: string; action: string; children?: ReactNode };

/** The form that accepts an invitation. Plain HTML, so that it works without JavaScript. */
const AcceptForm = ({ invitation, token, action, children }: FormProps) => (
  <form method="post" action={`/invitations/${invitation.id}/answer`} className="flex flex-col gap-5">
    <input type="hidden" name="token" value={token} />
    {children}
    <button type="submit" className={buttonClass({}, `${LARGE_BUTTON} self-start`)}>
      {action}
    </button>
  </form>
);

const NewAccountForm = (props: InvitationViewProps & { invitation: InvitationDetails }) => {
  const { invitation, token, firstName, personal, words, again } = props;
  const fieldError = (field: string) => (again.wrong.includes(field) ? FIELD_ERRORS[field] : undefined);
  return (
    <>
      <p className="text-ink-soft">
        {firstName
          ? `Your account ${invitation.email} has no password yet. Choose one to sign in.`
          : `You will sign in as ${invitation.email}. Enter your name and choose a password.`}
      </p>
      <AcceptForm invitation={invitation} token={token} action="Accept and sign in">
        <input type="hidden" name="username" autoComplete="username" value={invitation.email} />
        {firstName ? (
          <input type="hidden" name="first_name" value={firstName} />
        ) : (
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label="First name" error={fieldError("first_name")}>
              {(control) => (
                <Input
                  {...control}
                  name="first_name"
                  autoComplete="given-name"
                  defaultValue={again.firstName ?? ""}
                  maxLength={255}
                  required
                />
              )}
            </Field>
            <Field label="Last name" optional error={fieldError("last_name")}>
              {(control) => (
                <Input
                  {...control}
                  name="last_name"
                  autoComplete="family-name"
                  defaultValue={again.lastName ?? ""}
                  maxLength={255}
                />
              )}
            </Field>
          </div>
        )}
        <NewPasswordField
          name="password"
          label="Password"
          hint="At least 10 characters. A sentence that only you would think of works well."
          error={again.fault ? words.faults[again.fault] : fieldError("password")}
          words={words}
          personal={personal}
          required
        />
      </AcceptForm>
    </>
  );
};

const SignInFirst = ({ invitation, token }: { invitation: InvitationDetails; token: string }) => {
  const back = `/invitations/${invitation.id}?token=${token}`;
  return (
    <>
      <p className="text-ink-soft">
        {invitation.email} already has an account. Sign in to return to this page and accept.
      </p>
      <a
        href={`/sign-in?callbackUrl=${encodeURIComponent(back)}`}
        className={buttonClass({}, `${LARGE_BUTTON} self-start`)}
      >
        Sign in to continue
      </a>
    </>
  );
};

const WrongAccount = ({
  invitation,
  signedInAs,
}: {
  invitation: InvitationDetails;
  signedInAs: string | null;
}) => (
  <>
    <Notice tone="caution" title="This invitation is for another account">
      It was sent to {invitation.email}, but you are signed in as {signedInAs ?? "someone else"}. If both
      addresses are yours, sign out and open the link again.
    </Notice>
    <div>
      <SignOutButton />
    </div>
  </>
);

/** The next step, or why there is none. */
function NextStep(props: InvitationViewProps & { invitation: InvitationDetails }) {
  const { status, invitation, token, signedInAs } = props;
  switch (status) {
    case "introduce":
      return <NewAccountForm {...props} />;
    case "confirm":
      return (
        <>
          <p className="text-ink-soft">You are signed in as {signedInAs}.</p>
          <AcceptForm invitation={invitation} token={token} action={`Join ${invitation.organization.name}`} />
        </>
      );
    case "sign_in":
      return <SignInFirst invitation={invitation} token={token} />;
    case "wrong_person":
      return <WrongAccount invitation={invitation} signedInAs={signedInAs} />;
    case "expired":
      return (
        <Notice tone="caution" title="This invitation has expired">
          It expired on <DateText value={invitation.expiresAt} />. Ask {invitation.inviter} to resend it.
        </Notice>
      );
    case "withdrawn":
      return (
        <Notice tone="caution" title="This invitation was withdrawn">
          If you think this is a mistake, contact {invitation.inviter}.
        </Notice>
      );
    case "accepted":
      return (
        <>
          <Notice tone="positive" title="This invitation has already been accepted">
            Invitations work once. Open the console to sign in.
          </Notice>
          <a
            href={`/console/${invitation.organization.slug}`}
            className={buttonClass({}, `${LARGE_BUTTON} self-start`)}
          >
            Open console
          </a>
        </>
      );
    case "wrong_link":
      return null;
  }
}

/** The page that the link of an invitation opens. */
export function InvitationView(props: InvitationViewProps) {
  const { invitation } = props;
  if (!invitation) {
    return (
      <div className="mx-auto max-w-xl">
        <h1 className="font-heading text-3xl leading-tight sm:text-4xl">{WRONG_LINK.title}</h1>
        <p className="mt-3 text-ink-soft">{WRONG_LINK.text}</p>
      </div>
    );
  }
  const { organization, role, inviter } = invitation;
  return (
    <div className="mx-auto flex max-w-xl flex-col gap-6">
      <header>
        {organization.photoUrl ? (
          <Picture
            src={organization.photoUrl}
            alt=""
            width={64}
            height={64}
            className="mb-5 size-16 rounded-lg object-cover"
          />
        ) : null}
        <h1 className="font-heading text-3xl leading-tight sm:text-4xl">Join {organization.name}</h1>
        <p className="mt-3 text-ink-soft">
          {inviter} invites you to become {ROLE_TEXTS[role].nameWithArticle}
          {inviter === organization.name ? "" : ` of ${organization.name}`}.
        </p>
      </header>
      <p className="rounded-lg border border-line bg-sunken px-4 py-3 text-sm">
        <span className="font-semibold">{ROLE_TEXTS[role].name}.</span>{" "}
        <span className="text-ink-soft">{ROLE_TEXTS[role].description}</span>
      </p>
      <NextStep {...props} invitation={invitation} />
    </div>
  );
}
