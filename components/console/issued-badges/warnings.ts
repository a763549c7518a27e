/** What deleting a badge means, said before it is done. */
export const DELETION_WARNING =
  "Meant for data protection: gone from every list and page at once, and what is personal is erased after 30 days. It cannot be undone. To withdraw a badge, revoke it.";
