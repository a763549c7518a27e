import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { permanentRedirect } from "next/navigation";
import { cache } from "react";
import { cardMetadata } from "@/app/(public)/card-metadata";
import { orNotFound, readPageNumber } from "@/app/(public)/listed-page";
import { ProfileData } from "@/components/public/profile/profile-data";
import { ProfileView } from "@/components/public/profile/profile-view";
import { PublicFrame } from "@/components/ui/page/public-frame";
import { publicUrl } from "@/lib/kernel/env";
import { decodeSegment } from "@/lib/kernel/path-segment";
import { presentProfile } from "@/lib/credentials/public-pages/serializer";
import { findMovedProfile, getProfile } from "@/lib/credentials/public-pages/service";

export const dynamic = "force-dynamic";

type PageProps = {
  params: Promise<{ slug: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** Redirects from an earlier address. The response is not stored, because the person may return to that address. */
async function redirectToMoved(slug: string): Promise<void> {
  const moved = await findMovedProfile(slug);
  if (moved !== null) permanentRedirect(publicUrl(`/users/${moved}`));
}

const getProfileData = cache(async (slug: string, page: number) =>
  presentProfile(await orNotFound(getProfile(slug, page), () => redirectToMoved(slug))),
);

const readProfileData = async ({ params, searchParams }: PageProps) =>
  getProfileData(decodeSegment((await params).slug), readPageNumber(await searchParams));

export async function generateMetadata(props: PageProps): Promise<Metadata> {
  const profile = await readProfileData(props);
  const t = await getTranslations("public.profile");
  const { name, headline, bio, path } = profile;
  const alt = t("summary", { name });
  const summary = [headline, bio].filter(Boolean).join(" — ") || alt;
  const image = { url: publicUrl(`${path}/card.png`), width: 1200, height: 630, alt };
  return cardMetadata({ title: name, summary, path, image });
}

/** The public page of a person with public badges. */
export default async function ProfilePage(props: PageProps) {
  const profile = await readProfileData(props);
  const { page } = profile.badges;
  const address = publicUrl(profile.path);
  return (
    <PublicFrame color={null} {...(page > 1 ? { query: { page: String(page) } } : {})}>
      <ProfileView profile={profile} address={address} />
      <ProfileData profile={profile} address={address} />
    </PublicFrame>
  );
}
