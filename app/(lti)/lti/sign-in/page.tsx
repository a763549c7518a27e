import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { SignInOutsideFrame } from "@/components/launch/sign-in-outside-frame";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("launch");
  return { title: t("sign_in.title"), robots: { index: false, follow: false } };
}

type PageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** The page of a teacher's or an administrator's launch in a frame, where sign-in is not possible. */
export default async function LaunchSignInPage({ searchParams }: PageProps) {
  const { organization } = await searchParams;
  return <SignInOutsideFrame organization={typeof organization === "string" ? organization : null} />;
}
