import { buttonClass } from "@/components/ui/button";
import type { IssuedBadge } from "@/lib/issued-badges/schema";

type Words = { tone: string; title: string; text: string; link?: string };

type Case = { badge: IssuedBadge; issuer: string; isJustNow: boolean };

const positive = "border-positive bg-positive-soft";
const negative = "border-negative bg-negative-soft";
const neutral = "border-line bg-sunken";

function accepted({ badge, issuer, isJustNow }: Case): Words {
  if (badge.public) {
    const title = isJustNow ? "The badge is yours" : "This badge is already accepted";
    return { tone: positive, title, text: "It has a public page that you can share.", link: badge.badge_url };
  }
  const title = isJustNow ? "The badge is yours, privately" : "This badge is already accepted, privately";
  return { tone: positive, title, text: `It is shown to nobody but you and ${issuer}.` };
}

/** What became of a badge that is no longer pending, in words; null while it still waits for an answer. */
function wordsFor(answer: Case): Words | null {
  const { badge, issuer, isJustNow } = answer;
  switch (badge.state) {
    case "pending":
      return null;
    case "accepted":
      return accepted(answer);
    case "rejected":
      return {
        tone: neutral,
        title: isJustNow ? "You declined this badge" : "This badge was declined",
        text: `That is final. If it was a mistake, ask ${issuer} to issue the badge again.`,
      };
    case "revoked":
      return {
        tone: negative,
        title: "This badge was revoked",
        text: `${issuer} has withdrawn it, so it can no longer be accepted.`,
      };
    case "replaced":
      return {
        tone: neutral,
        title: "This badge was replaced",
        text: `${issuer} has issued a newer one in its place, with a mail and a link of its own.`,
      };
  }
}

/** The state of an answered badge, where its buttons were. */
export function AnswerState(answer: Case) {
  const words = wordsFor(answer);
  if (!words) return null;
  return (
    <div role="status" className={`rounded-xl border p-5 ${words.tone}`}>
      <h2 className="font-heading text-2xl leading-tight">{words.title}</h2>
      <p className="mt-1.5 text-ink-soft">{words.text}</p>
      {words.link ? (
        <a href={words.link} className={buttonClass({}, "mt-5 min-h-12 px-6 text-base")}>
          Open its public page
        </a>
      ) : null}
    </div>
  );
}
