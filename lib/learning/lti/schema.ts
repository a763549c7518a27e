/**
 * The error codes of a launch and their statuses (specification, "LTI authentication errors"). Can be imported in the
 * browser.
 */
export const LTI_STATUSES = {
  LTI_APP_NOT_FOUND: 400,
  LTI_DATA_MISSING: 400,
  LTI_UNAUTHORIZED: 401,
  LTI_NO_CONNECTION: 400,
  LTI_EMAIL_BELONGS_TO_ANOTHER: 400,
  LTI_MEMBER_ID_DOES_NOT_EXIST: 400,
  LTI_MEMBER_CREATION_FAILED: 400,
} as const;

export type LtiCode = keyof typeof LTI_STATUSES;

/** Whether a text is one of these codes. Inherited properties of objects do not count. */
export const isLtiCode = (text: unknown): text is LtiCode =>
  typeof text === "string" && Object.hasOwn(LTI_STATUSES, text);
