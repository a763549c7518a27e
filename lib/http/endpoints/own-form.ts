import { senderOf } from "@/lib/access/authentication/same-origin";

/**
 * Returns whether a plain form was sent by a page of ours, or by a program. A form of another site could sign its visitor
 * in to an account of its own choice, or act as whoever is signed in. Pages with such forms let the browser name its origin
 * (`referrer: "same-origin"`).
 */
export const isOwnForm = (request: Request): boolean => senderOf(request) !== "other";
