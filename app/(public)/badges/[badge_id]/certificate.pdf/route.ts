import { getLocale } from "next-intl/server";
import { generatedFileResponse } from "@/app/(public)/generated-file";
import { getPublicCertificate } from "@/lib/credentials/certificates/service";

export const dynamic = "force-dynamic";

type Context = { params: Promise<{ badge_id: string }> };

/** The certificate of a public badge in the reader's language. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const [{ badge_id: id }, locale] = await Promise.all([params, getLocale()]);
  const generate = async (visitor: string) => {
    const { pdf, stamp } = await getPublicCertificate(id, locale, visitor);
    return { bytes: pdf, stamp: `${stamp}-${locale}` };
  };
  return generatedFileResponse(request, { type: "application/pdf", name: `${id}.pdf`, generate });
}
