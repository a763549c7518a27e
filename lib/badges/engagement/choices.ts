/** What is counted about badges, and where or how each can happen. */
export const ENGAGEMENT_CHANNELS = {
  view: ["badge_page", "embed", "template_page"],
  share: ["linkedin", "linkedin_post", "x", "whatsapp", "email", "copy_link", "embed"],
  download: ["certificate", "png", "svg", "json", "jwt"],
  verification: ["page", "file", "api"],
  issuer_click: ["website", "earn_this_badge"],
} as const;

export type EngagementKind = keyof typeof ENGAGEMENT_CHANNELS;
export type EngagementChannel<Kind extends EngagementKind = EngagementKind> =
  (typeof ENGAGEMENT_CHANNELS)[Kind][number];

/** The ways to share a badge without leaving the page, which the page reports. */
export const SHARED_IN_PAGE: readonly string[] = ["email", "copy_link", "embed"];
