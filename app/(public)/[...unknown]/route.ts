import { unavailable } from "@/app/(public)/unavailable";

export const dynamic = "force-dynamic";

/** Addresses that nothing else answers to, in words without JavaScript: the body of Next's own 404 page needs it. */
const nothing = (request: Request): Promise<Response> => unavailable(request, "nothing");

export { nothing as GET, nothing as POST, nothing as PUT, nothing as PATCH, nothing as DELETE };
