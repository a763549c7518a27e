/** What a form shows or counts before it judges anything, as data: the schemas bring a large library along. */

/** A badge has so many rules in an integration, and a rule so many requirements. */
export const MOST_RULES = 50;
export const MOST_REQUIREMENTS = 20;
