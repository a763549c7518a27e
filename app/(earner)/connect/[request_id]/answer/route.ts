import { connectByLink } from "@/lib/learning/connections/connection-requests";
import { connectPage } from "@/lib/learning/connections/serializer";
import { fieldsOf, refusalOf, seeOther } from "../../../password/plain-form";

type Context = { params: Promise<{ request_id: string }> };

/** The form of the page that the mail about a course leads to; back to that page, which says how the link stands. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { request_id: id } = await params;
  const { token = "" } = await fieldsOf(request);
  await refusalOf(() => connectByLink({ id, token }));
  return seeOther(connectPage(id, token));
}

/** Never acts; somebody reloaded the address of the form. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { request_id: id } = await params;
  return seeOther(connectPage(id, ""));
}
