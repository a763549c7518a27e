import { z } from "zod";
import { SCOPE_NAMES } from "./choices";

/** Names of scopes, at least one. */
export const scopeNames = () =>
  z
    .array(z.enum(SCOPE_NAMES, `must be one of ${SCOPE_NAMES.join(", ")}`))
    .min(1, "must name at least one scope")
    .max(100);
