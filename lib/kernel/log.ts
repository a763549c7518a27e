import { pino } from "pino";

/** The log of the process: JSON lines; whatever could carry a credential is cut before it is written. */
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
