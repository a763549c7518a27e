import { pino } from "pino";

/** The log of the process, as JSON lines. Fields that may contain a credential are redacted. */
export const log = pino({
  level: process.env.LOG_LEVEL || "info",
  base: null,
  redact: {
    paths: [
      "authorization",
      "cookie",
      "token",
      "secret",
      "password",
      "*.authorization",
      "*.cookie",
      "*.token",
    ],
    censor: "[redacted]",
  },
});
