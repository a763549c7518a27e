/** The end of the name of each test organization, which its badges, mails and pages show. */
const TEST_SUFFIX = " (test)";

/** Returns the name of the test organization of an organization. */
export const toTestName = (name: string): string => name + TEST_SUFFIX;
