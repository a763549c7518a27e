import type { ReactNode } from "react";
import { buttonClass } from "@/components/ui/button";

type AnswerFormsProps = {
  badgeId: string;
  token: string;
  /** The earner asked to decline, and is asked once more. */
  isDeclining: boolean;
  address: string;
};

type AnswerFormProps = { badgeId: string; token: string; children: ReactNode };

/** Plain HTML: whoever reads a mail in whichever browser can answer it. */
const AnswerForm = ({ badgeId, token, children }: AnswerFormProps) => (
  <form method="post" action={`/accept/${badgeId}/answer`}>
    <input type="hidden" name="token" value={token} />
    {children}
  </form>
);

const large = "min-h-12 w-full px-6 text-base sm:w-auto";

const pageUrl = (badgeId: string, token: string, more = ""): string =>
  `/accept/${badgeId}?token=${encodeURIComponent(token)}${more}`;

const DeclineOnceMore = ({ badgeId, token }: Omit<AnswerFormsProps, "isDeclining" | "address">) => (
  <div className="rounded-xl border border-negative bg-negative-soft p-5" id="decline">
    <h2 className="font-heading text-2xl leading-tight">Decline this badge for good?</h2>
    <p className="mt-2 text-ink-soft">
      Declining is final: the badge cannot be accepted later. Only its issuer could issue it to you again.
    </p>
    <div className="mt-5 flex flex-col gap-3 sm:flex-row">
      <AnswerForm badgeId={badgeId} token={token}>
        <button
          type="submit"
          name="answer"
          value="decline"
          className={buttonClass({ variant: "danger" }, `${large} font-semibold`)}
        >
          Decline for good
        </button>
      </AnswerForm>
      <a href={pageUrl(badgeId, token)} className={buttonClass({ variant: "secondary" }, large)}>
        Keep it for now
      </a>
    </div>
  </div>
);

/** Accept, accept privately, decline: the earner's three answers to a pending badge. */
export function AnswerForms({ badgeId, token, isDeclining, address }: AnswerFormsProps) {
  if (isDeclining) return <DeclineOnceMore badgeId={badgeId} token={token} />;
  return (
    <div>
      <AnswerForm badgeId={badgeId} token={token}>
        <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
          <button type="submit" name="answer" value="accept" className={buttonClass({}, large)}>
            Accept
          </button>
          <button
            type="submit"
            name="answer"
            value="accept_privately"
            aria-describedby="privately"
            className={buttonClass({ variant: "secondary" }, large)}
          >
            Accept privately
          </button>
          <a
            href={pageUrl(badgeId, token, "&decline=1#decline")}
            className={buttonClass({ variant: "quiet" }, `${large} sm:px-4`)}
          >
            Decline …
          </a>
        </div>
      </AnswerForm>
      <p className="mt-4 max-w-prose text-sm text-ink-soft">
        Once accepted, the badge gets a public page that you can share.{" "}
        <span id="privately">Accepted privately, it is shown to nobody but you and its issuer.</span> Either
        way you confirm that {address} is your address.
      </p>
    </div>
  );
}
