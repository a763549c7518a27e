import type { Instrumentation } from "next";
import { recordFailure } from "@/lib/http/server/page-status";

/** Next calls this for every error of a page or route that nothing caught. */
export const onRequestError: Instrumentation.onRequestError = (error) => recordFailure(error);
