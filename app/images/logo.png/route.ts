import { getInstallationLogo } from "@/lib/art/images/installation-logo";

/** Responds with the logo of the installation. A restart can change it, so it is cached for an hour. */
export async function GET(): Promise<Response> {
  const bytes = await getInstallationLogo();
  if (!bytes) return new Response("There is no logo.\n", { status: 404 });
  const headers = { "Content-Type": "image/png", "Cache-Control": "public, max-age=3600" };
  return new Response(new Uint8Array(bytes), {
    headers: { ...headers, "X-Content-Type-Options": "nosniff" },
  });
}
