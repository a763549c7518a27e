import { formatDay } from "@/components/ui/time/time";
import type { NoticeKind } from "@/lib/organizations/notices/choices";
import type { Notice } from "@/lib/organizations/notices/schema";

type Words = { title: string; text: string };

const count = (number: number, one: string, many: string): string =>
  `${number.toLocaleString("en")} ${number === 1 ? one : many}`;

function describeDomain({
  event,
  domain,
  ends_at: endsAt,
}: Extract<Notice, { kind: "domain_failing" }>["data"]): Words {
  switch (event) {
    case "proof_missing":
      return {
        title: `We no longer find the proof for ${domain}`,
        text: `The domain stays verified until ${formatDay(endsAt ?? "")}. Restore the TXT record or the file.`,
      };
    case "verification_lost":
      return {
        title: `${domain} is no longer verified`,
        text: "Public pages no longer show the domain. Restore the TXT record or the file, then check it again.",
      };
    case "issuing_paused":
      return {
        title: `Credentials are no longer issued under ${domain}`,
        text: "The DID document is missing or does not list the current keys. Restore it, then check it again.",
      };
    case "certificate_ending":
      return {
        title: `The certificate of your single sign-on ends on ${formatDay(endsAt ?? "")}`,
        text: `Add your provider’s next certificate before that, or no one at ${domain} may be able to sign in through it.`,
      };
    case "provider_changed":
      return {
        title: `The single sign-on for ${domain} was changed`,
        text: `Its address, issuer or certificates are different. Who sets them can sign in as anyone at ${domain}. If none of you did this, put the earlier values back and look at the audit log.`,
      };
  }
}

function describeImport({ data }: Extract<Notice, { kind: "import_finished" }>): Words {
  const issued = count(data.issued_count, "badge was issued", "badges were issued");
  const failed = data.failed_count === 0 ? "No row" : count(data.failed_count, "row", "rows");
  return {
    title: `The import of ${data.file_name} ${data.outcome === "done" ? "is finished" : "was stopped"}`,
    text: `${issued}. ${failed} failed.`,
  };
}

/** Describes a notice: what happened, and what to do. */
export function describeNotice(notice: Notice): Words {
  switch (notice.kind) {
    case "webhooks_failing":
      return {
        title: "Webhook deliveries have failed for a day",
        text: `The endpoint has accepted no event since ${formatDay(notice.data.failing_since)}. Each event is retried for up to 25 days.`,
      };
    case "token_ending": {
      const { name, ends_at: endsAt } = notice.data;
      return {
        title: `${name ? `The token “${name}”` : "A token"} ends on ${formatDay(endsAt)}`,
        text: "After that, programs that use it are refused. Create a new token and replace it in your programs.",
      };
    }
    case "domain_failing":
      return describeDomain(notice.data);
    case "import_finished":
      return describeImport(notice);
    case "new_sign_in": {
      const device = [notice.data.browser, notice.data.address].filter(Boolean).join(", ");
      return {
        title: "New sign-in to your account",
        text: `${device || "An unknown device"} was not used before. If it was not you, end its session and choose a new password.`,
      };
    }
  }
}

/** What the settings say about each kind. */
export const KIND_WORDS: Record<NoticeKind, { label: string; hint: string }> = {
  webhooks_failing: {
    label: "Failed webhook deliveries",
    hint: "The endpoint has accepted no event for a day.",
  },
  token_ending: { label: "Tokens that end", hint: "14 and 3 days before a token ends." },
  domain_failing: {
    label: "Domain and sign-in problems",
    hint: "The proof of your domain is missing, credentials are no longer issued under it, or your single sign-on was changed or its certificate ends.",
  },
  import_finished: { label: "Finished imports", hint: "An import that you started has ended." },
  new_sign_in: {
    label: "Sign-ins from new devices",
    hint: "If you turn these off, you are not told when someone else uses your password.",
  },
};
