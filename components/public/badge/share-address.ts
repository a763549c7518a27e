/** The services to which a page can be shared by a link. */
export const SHARE_CHANNELS = ["linkedin", "x", "whatsapp", "mail"] as const;
type ShareChannel = (typeof SHARE_CHANNELS)[number];

/** Builds the address at which a channel offers to share a page. */
export function buildShareAddress(
  channel: ShareChannel,
  { url, text }: { url: string; text: string },
): string {
  switch (channel) {
    case "linkedin":
      return `https://www.linkedin.com/sharing/share-offsite/?${new URLSearchParams({ url })}`;
    case "x":
      return `https://x.com/intent/post?${new URLSearchParams({ text, url })}`;
    case "whatsapp":
      return `https://wa.me/?${new URLSearchParams({ text: `${text} ${url}` })}`;
    case "mail":
      // RFC 6068: spaces as %20.
      return `mailto:?subject=${encodeURIComponent(text)}&body=${encodeURIComponent(url)}`;
  }
}
