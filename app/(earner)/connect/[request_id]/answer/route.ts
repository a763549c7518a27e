import { connectByLink } from "@/lib/learning/connections/connection-requests";
import { connectPageUrl } from "@/lib/learning/connections/serializer";
import { readFormFields, catchApiError, seeOther } from "../../../password/plain-form";

type Context = { params: Promise<{ request_id: string }> };

/** Handles the form that connects a course, then redirects to its page, which shows the status of the link. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { request_id: id } = await params;
  const { token = "" } = await readFormFields(request);
  await catchApiError(() => connectByLink({ id, token }));
  return seeOther(connectPageUrl(id, token));
}

/** Changes nothing, for a reload of the form's address. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { request_id: id } = await params;
  return seeOther(connectPageUrl(id, ""));
}
