import type { Access } from "@/lib/access/callers/caller";
import type { Scope } from "@/lib/access/callers/choices";

/** The right that a member needs to get a notice about the organization. */
type Right = { scope: Scope; access: keyof Access };

/** The kinds of notices. Null: the notice is about the person's own account. */
export const NOTICE_KINDS = {
  webhooks_failing: { scope: "memberships", access: "write" },
  token_ending: { scope: "authorization_tokens", access: "write" },
  domain_failing: { scope: "memberships", access: "write" },
  import_finished: { scope: "issued_badges", access: "write" },
  new_sign_in: null,
} as const satisfies Record<string, Right | null>;

export type NoticeKind = keyof typeof NOTICE_KINDS;
export const NOTICE_KIND_NAMES = Object.keys(NOTICE_KINDS) as [NoticeKind, ...NoticeKind[]];

/** How long a notice is kept, in days. */
export const NOTICES_KEPT_DAYS = 90;

/** What the link of a notice depends on. */
type LinkData = { credential?: unknown; event?: unknown; import_id?: unknown };

/** The page of the console that a notice leads to, below the home of an organization. */
export function noticePath(kind: NoticeKind, data: object): string {
  const { credential, event, import_id: importId } = data as LinkData;
  switch (kind) {
    case "webhooks_failing":
      return "/developer/webhooks/deliveries";
    case "token_ending":
      return credential === "learning_token" ? "/learning" : "/developer/authorization_tokens";
    case "domain_failing":
      return event === "certificate_ending" || event === "provider_changed"
        ? "/settings/single_sign_on"
        : "/settings/domain";
    case "import_finished":
      return `/issue/file/${String(importId)}`;
    case "new_sign_in":
      return "/account";
  }
}

/** The most unread notices that the bell of the console counts. */
export const MAX_COUNTED = 9;
