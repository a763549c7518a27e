import type { Metadata } from "next";
import { SignInElsewhere } from "@/components/learning/sign-in-elsewhere";

export const metadata: Metadata = {
  title: "Sign in to manage badges",
  robots: { index: false, follow: false },
};

type PageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Where the launch of a teacher or an administrator leads inside a frame, in which nobody can sign in. */
export default async function LaunchSignInPage({ searchParams }: PageProps) {
  const { organization } = await searchParams;
  return <SignInElsewhere organization={typeof organization === "string" ? organization : null} />;
}
