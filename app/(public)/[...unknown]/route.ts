import { unavailable } from "@/app/(public)/unavailable";

export const dynamic = "force-dynamic";

/** Responds to unknown addresses with a message. The body of Next's 404 page would need JavaScript. */
const nothing = (request: Request): Promise<Response> => unavailable(request, "nothing");

export { nothing as GET, nothing as POST, nothing as PUT, nothing as PATCH, nothing as DELETE };
