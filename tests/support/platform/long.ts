/** Whether the run tries more cases than each change needs (`npm run test:long`). */
export const isLong = process.env.TESTS_LONG === "1";
