/** The present; the one place where tests may move it. */
export const clock = { now: (): Date => new Date() };
