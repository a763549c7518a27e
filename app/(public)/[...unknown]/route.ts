import { respondUnavailable } from "@/app/(public)/unavailable";

export const dynamic = "force-dynamic";

/** Responds to unknown addresses with a message. The body of Next's 404 page would need JavaScript. */
const respondNotFound = (request: Request): Promise<Response> => respondUnavailable(request, "nothing");

export {
  respondNotFound as GET,
  respondNotFound as POST,
  respondNotFound as PUT,
  respondNotFound as PATCH,
  respondNotFound as DELETE,
};
