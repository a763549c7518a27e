import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { redirect } from "next/navigation";
import { cardMetadata } from "@/app/(public)/card-metadata";
import { FrontView } from "@/components/public/front-view";
import { PublicFrame } from "@/components/ui/page/public-frame";
import { findSignedInPerson } from "../signed-in";

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  const product = (await getTranslations("common"))("product");
  const summary = (await getTranslations("public.front"))("lead");
  const card = await cardMetadata({ title: product, summary, path: "/", image: null });
  return { ...card, title: { absolute: product } };
}

/** The front page: what visitors can do here. Redirects members to the console, and other people to their wallet. */
export default async function FrontPage() {
  const person = await findSignedInPerson();
  if (person) redirect(person.memberships.length > 0 ? "/console" : "/wallet");
  return (
    <PublicFrame color={null}>
      <FrontView />
    </PublicFrame>
  );
}
