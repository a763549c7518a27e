import { getImageBytes } from "@/lib/art/images/service";
import { ApiError } from "@/lib/kernel/errors";

type Context = { params: Promise<{ image_id: string }> };

const nosniff = { "X-Content-Type-Options": "nosniff" };

/** Responds with a stored image. Images never change, so they are cached for a year. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  try {
    const bytes = await getImageBytes((await params).image_id);
    const headers = { "Content-Type": "image/png", "Cache-Control": "public, max-age=31536000, immutable" };
    return new Response(bytes, { headers: { ...headers, ...nosniff } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };
    return new Response("There is no such image.\n", { status: 404, headers: { ...headers, ...nosniff } });
  }
}
