/** The addresses at which other services offer to share a page. */

/** Builds the LinkedIn address that writes a post with a page. LinkedIn reads the text from the page. */
export const buildLinkedInPostUrl = (url: string): string =>
  `https://www.linkedin.com/sharing/share-offsite/?${new URLSearchParams({ url })}`;

/** Builds the X address that writes a post with a text and a page. */
export const buildXUrl = (url: string, text: string): string =>
  `https://x.com/intent/post?${new URLSearchParams({ text, url })}`;

/** Builds the WhatsApp address that sends a text, which contains the address of the page. */
export const buildWhatsAppUrl = (text: string): string => `https://wa.me/?text=${encodeURIComponent(text)}`;

/** Builds a `mailto:` address without a recipient (RFC 6068: spaces as %20). */
export const buildMailtoUrl = (subject: string, body: string): string =>
  `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
