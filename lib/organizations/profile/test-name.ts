/** Ends the name of every test organization, so that whoever sees a badge, a mail or a page of it is told. */
const TEST_SUFFIX = " (test)";

/** Returns the name of the test organization of an organization. */
export const toTestName = (name: string): string => name + TEST_SUFFIX;
