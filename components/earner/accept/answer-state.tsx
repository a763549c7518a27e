import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button";
import type { IssuedBadge } from "@/lib/badges/issued/schema";

type StateMessage = { tone: string; title: string; text: string; link?: { href: string; text: string } };

type AnsweredBadge = { badge: IssuedBadge; issuer: string; isJustNow: boolean; successor: string | null };

const positive = "border-positive bg-positive-soft";
const neutral = "border-line bg-sunken";

type Translate = ReturnType<typeof useTranslations<"accept.state">>;

function acceptedMessage({ badge, issuer, isJustNow }: AnsweredBadge, t: Translate): StateMessage {
  if (!badge.public) {
    const title = t(isJustNow ? "private_now" : "private");
    return { tone: positive, title, text: t("private_text", { issuer }) };
  }
  const link = { href: badge.badge_url, text: t("open_page") };
  return { tone: positive, title: t(isJustNow ? "public_now" : "public"), text: t("public_text"), link };
}

function replacedMessage({ issuer, successor }: AnsweredBadge, t: Translate): StateMessage {
  if (successor === null) {
    return { tone: neutral, title: t("replaced"), text: t("replaced_elsewhere", { issuer }) };
  }
  const link = { href: successor, text: t("open_new") };
  return { tone: neutral, title: t("replaced"), text: t("replaced_text", { issuer }), link };
}

/** Returns the message for a badge that is no longer pending; null for a revoked one, which has no such page. */
function stateMessage(answered: AnsweredBadge, t: Translate): StateMessage | null {
  const { badge, issuer, isJustNow } = answered;
  switch (badge.state) {
    case "pending":
    case "revoked":
      return null;
    case "accepted":
      return acceptedMessage(answered, t);
    case "rejected":
      return {
        tone: neutral,
        title: t(isJustNow ? "rejected_now" : "rejected"),
        text: t("rejected_text", { issuer }),
      };
    case "replaced":
      return replacedMessage(answered, t);
  }
}

/** Shows the state of an accepted, declined or replaced badge in place of the buttons. */
export function AnswerState(answered: AnsweredBadge) {
  const words = stateMessage(answered, useTranslations("accept.state"));
  if (!words) return null;
  return (
    <div role="status" className={`rounded-xl border p-5 ${words.tone}`}>
      <h2 className="font-heading text-2xl leading-tight">{words.title}</h2>
      <p className="mt-1.5 text-ink-soft">{words.text}</p>
      {words.link ? (
        <a
          href={words.link.href}
          className={buttonClass({ variant: "secondary" }, "mt-5 min-h-12 px-6 text-base")}
        >
          {words.link.text}
        </a>
      ) : null}
    </div>
  );
}
