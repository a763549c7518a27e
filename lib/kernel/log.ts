import { pino } from "pino";
import { traceLogFields } from "./tracing";

// This module is loaded before the variables are checked (env.ts), and that check has to name an invalid level.
const given = process.env.LOG_LEVEL || "info";
const level = given === "silent" || given in pino.levels.values ? given : "info";

/** Where errors of the database say with which values a row failed, as pg and as Prisma's driver adapter have them. */
const ROW_VALUES = [
  "err",
  "err.cause",
  "err.meta.driverAdapterError",
  "err.meta.driverAdapterError.cause",
].flatMap((path) => [`${path}.detail`, `${path}.where`]);

/**
 * The log of the process, as JSON lines with the ids of the current trace. Fields that may contain a credential are redacted, and
 * so are the values of a row that the database refused, which may be of a person.
 */
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
      ...ROW_VALUES,
    ],
    censor: "[redacted]",
  },
});
