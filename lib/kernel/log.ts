import { pino } from "pino";
import { traceLogFields } from "./tracing";

// This module is loaded before the variables are checked (env.ts), and that check has to name an invalid level.
const given = process.env.LOG_LEVEL || "info";
const level = given === "silent" || given in pino.levels.values ? given : "info";

/** The log of the process, as JSON lines with the ids of the current trace. Fields that may contain a credential are redacted. */
export const log = pino({
  level,
  base: null,
  mixin: traceLogFields,
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
