/** Limits that forms need before they validate, without the schemas, which import a large library. */

/** The most rules of a badge in an integration, and the most requirements of a rule. */
export const MAX_RULES = 50;
export const MAX_REQUIREMENTS = 20;
