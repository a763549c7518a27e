/** The warning in the dialogs that delete badges. */
export const DELETION_WARNING =
  "Deleted badges disappear from every list and page, and their personal data is erased after 30 days. You cannot undo this. To withdraw a badge, revoke it instead.";
