import { isLtiCode, type LtiCode } from "@/lib/lti/schema";

export type FailureWords = {
  title: string;
  /** What happened, for the person who clicked. */
  text: string;
  /** What that person can do. */
  next: string;
  /** What whoever looks after the link can do. */
  keeper: string;
};

const AGAIN = "Go back to your course and open the link once more. Reloading this page is not enough.";
const TELL = "Tell your teacher, or whoever looks after your course. The code below helps them.";

const WORDS: Record<LtiCode, FailureWords> = {
  LTI_APP_NOT_FOUND: {
    title: "Your course is not connected",
    text: "Your course came with a key that nobody here has: it was mistyped, or the connection was ended.",
    next: TELL,
    keeper: "Compare the consumer key of the link with the key of the app in the badge console.",
  },
  LTI_DATA_MISSING: {
    title: "Your course did not say enough",
    text: "Something that is needed to open your badges was missing from what your course sent, or could not be read.",
    next: TELL,
    keeper:
      "Let the link send user id, e-mail address and role of the person, the course, and the number of the integration.",
  },
  LTI_UNAUTHORIZED: {
    title: "The link could not be verified",
    text: "A link from a course is good for one opening, within five minutes. This one was used before, is too old, or was not signed rightly.",
    next: AGAIN,
    keeper:
      "If it happens at once and every time: compare the secret, the address of the link, and the clock of the learning system.",
  },
  LTI_NO_CONNECTION: {
    title: "This learning system is not supported",
    text: "Badges cannot be opened from the system that your course is in.",
    next: TELL,
    keeper: "Only links with the product family code “cle” are answered here.",
  },
  LTI_EMAIL_BELONGS_TO_ANOTHER: {
    title: "Your e-mail address is in use already",
    text: "There is an account with the address that your course has for you. A course cannot prove that it is yours, so nothing of it is shown here.",
    next: "Check the address in your profile there. If the account is yours, open the mail of a badge, or sign in, to see your badges.",
    keeper: "Two people of one learning system cannot share an address.",
  },
  LTI_MEMBER_ID_DOES_NOT_EXIST: {
    title: "You could not be recognised",
    text: "What your course says of you does not fit anybody here.",
    next: TELL,
    keeper: "The user id of a person must stay the same in every link, and belong to one person.",
  },
  LTI_MEMBER_CREATION_FAILED: {
    title: "Your account could not be made",
    text: "The e-mail address that your course has for you cannot be used.",
    next: "Check the address in your profile there, then open the link from your course once more.",
    keeper: "The link must carry one complete e-mail address of the person.",
  },
};

const UNKNOWN: FailureWords = {
  title: "Your badges could not be opened",
  text: "Something went wrong on the way from your course to here. Nothing was changed.",
  next: "Go back to your course and open the link once more in a minute.",
  keeper: "If it stays, the log of the integration in the badge console tells more.",
};

/** What a failed launch says, and its code when it is one of the known ones. */
export const failureOf = (code: unknown): { words: FailureWords; code: LtiCode | null } =>
  isLtiCode(code) ? { words: WORDS[code], code } : { words: UNKNOWN, code: null };
