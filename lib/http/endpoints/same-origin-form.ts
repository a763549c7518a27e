import { readRequestSite } from "@/lib/accounts/authentication/same-origin";
import type { IncomingRequest } from "@/lib/kernel/incoming-request";

/**
 * Returns whether a plain form was sent by one of our pages, or by a program. A form on another site could sign its
 * visitor in to an account of the attacker's choice, or act as the signed-in user. Pages with such forms let the
 * browser send its origin (`referrer: "same-origin"`).
 */
export const isSameOriginForm = (request: IncomingRequest): boolean => readRequestSite(request) !== "other";
