import type { ReactNode } from "react";
import type { FormAgain } from "@/components/account/form-again";
import { NewPasswordField, type PasswordWords } from "@/components/account/new-password-field";
import { SignOutButton } from "@/components/account/sign-out";
import { buttonClass } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { Picture } from "@/components/ui/picture";
import { DateText } from "@/components/ui/time";
import type { MemberRoleName } from "@/lib/identity/memberships/schema";
import { ROLE_WORDS } from "./role-words";

export type ShownInvitation = {
  id: string;
  email: string;
  role: MemberRoleName;
  inviter: string;
  expiresAt: string;
  organization: { name: string; slug: string; bio: string | null; photoUrl: string | null };
};

export type InvitationStanding =
  "wrong_link" | "expired" | "accepted" | "withdrawn" | "wrong_person" | "sign_in" | "confirm" | "introduce";

type ViewProps = {
  standing: InvitationStanding;
  invitation: ShownInvitation | null;
  /** Of the account that the address has already; empty without one. */
  firstName: string;
  signedInAs: string | null;
  token: string;
  /** What a password must do without (lib/identity/users/password-choice.ts). */
  personal: readonly string[];
  words: PasswordWords;
  again: FormAgain;
};

const WRONG: Record<string, string> = {
  first_name: "enter your first name",
  last_name: "is too long or contains characters that are not allowed",
  password: "must have 10 to 1,000 characters",
};

const WRONG_LINK = {
  title: "This link does not hold",
  text: "It was cut short on its way, or a newer mail took its place: the newest invitation in your mailbox is the one that holds. If there is none, ask whoever invited you to send it again.",
};

const large = "min-h-12 px-6 text-base";

type FormProps = { invitation: ShownInvitation; token: string; action: string; children?: ReactNode };

/** Plain HTML: whoever reads a mail in whichever browser can answer it. */
const AnswerForm = ({ invitation, token, action, children }: FormProps) => (
  <form method="post" action={`/invitations/${invitation.id}/answer`} className="flex flex-col gap-5">
    <input type="hidden" name="token" value={token} />
    {children}
    <button type="submit" className={buttonClass({}, `${large} self-start`)}>
      {action}
    </button>
  </form>
);

const Introduce = (props: ViewProps & { invitation: ShownInvitation }) => {
  const { invitation, token, firstName, personal, words, again } = props;
  const errorOf = (field: string) => (again.wrong.includes(field) ? WRONG[field] : undefined);
  return (
    <>
      <p className="text-ink-soft">
        {firstName
          ? `Your account ${invitation.email} has no password yet. Choose one to sign in with from now on.`
          : `You will sign in as ${invitation.email}. Enter your name and choose a password.`}
      </p>
      <AnswerForm invitation={invitation} token={token} action="Accept and sign in">
        <input type="hidden" name="username" autoComplete="username" value={invitation.email} />
        {firstName ? (
          <input type="hidden" name="first_name" value={firstName} />
        ) : (
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label="First name" error={errorOf("first_name")}>
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
            <Field label="Last name" optional error={errorOf("last_name")}>
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
          error={again.fault ? words.faults[again.fault] : errorOf("password")}
          words={words}
          personal={personal}
          required
        />
      </AnswerForm>
    </>
  );
};

const SignInFirst = ({ invitation, token }: { invitation: ShownInvitation; token: string }) => {
  const back = `/invitations/${invitation.id}?token=${token}`;
  return (
    <>
      <p className="text-ink-soft">
        {invitation.email} has an account here. Sign in to it, and you come back to this page.
      </p>
      <a
        href={`/sign-in?callbackUrl=${encodeURIComponent(back)}`}
        className={buttonClass({}, `${large} self-start`)}
      >
        Sign in and go on
      </a>
    </>
  );
};

const WrongPerson = ({
  invitation,
  signedInAs,
}: {
  invitation: ShownInvitation;
  signedInAs: string | null;
}) => (
  <>
    <Notice tone="caution" title="This invitation is for somebody else">
      It was sent to {invitation.email}, and you are signed in as {signedInAs ?? "somebody else"}. If both
      addresses are yours, sign out and open the link again.
    </Notice>
    <div>
      <SignOutButton />
    </div>
  </>
);

/** What there is to do, or why there is nothing. */
function Next(props: ViewProps & { invitation: ShownInvitation }) {
  const { standing, invitation, token, signedInAs } = props;
  switch (standing) {
    case "introduce":
      return <Introduce {...props} />;
    case "confirm":
      return (
        <>
          <p className="text-ink-soft">You are signed in as {signedInAs}.</p>
          <AnswerForm invitation={invitation} token={token} action={`Join ${invitation.organization.name}`} />
        </>
      );
    case "sign_in":
      return <SignInFirst invitation={invitation} token={token} />;
    case "wrong_person":
      return <WrongPerson invitation={invitation} signedInAs={signedInAs} />;
    case "expired":
      return (
        <Notice tone="caution" title="This invitation has expired">
          It held until <DateText value={invitation.expiresAt} />. Ask {invitation.inviter} to send it again.
        </Notice>
      );
    case "withdrawn":
      return (
        <Notice tone="caution" title="This invitation was withdrawn">
          Ask {invitation.inviter} if you think that this is a mistake.
        </Notice>
      );
    case "accepted":
      return (
        <>
          <Notice tone="positive" title="This invitation was accepted already">
            Each invitation serves once. Whoever accepted it signs in as usual.
          </Notice>
          <a
            href={`/console/${invitation.organization.slug}`}
            className={buttonClass({}, `${large} self-start`)}
          >
            To the console
          </a>
        </>
      );
    case "wrong_link":
      return null;
  }
}

/** An invitation as the page of its link shows it. */
export function InvitationView(props: ViewProps) {
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
          {inviter} invites you to become {ROLE_WORDS[role].article}
          {inviter === organization.name ? "" : ` of ${organization.name}`}.
        </p>
      </header>
      <p className="rounded-lg border border-line bg-sunken px-4 py-3 text-sm">
        <span className="font-semibold">{ROLE_WORDS[role].name}.</span>{" "}
        <span className="text-ink-soft">{ROLE_WORDS[role].what}</span>
      </p>
      <Next {...props} invitation={invitation} />
    </div>
  );
}
