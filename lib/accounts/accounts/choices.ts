/** The longest headline of a public profile, in characters. */
export const HEADLINE_LENGTH = 120;

/** The longest introduction that the form takes. The API takes longer texts, which are shown in full. */
export const INTRODUCTION_LENGTH = 600;
