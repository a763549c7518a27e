import { loadTranslator } from "@/lib/platform/languages/translator";
import { publicUrl } from "@/lib/kernel/env";
import type { Locale } from "@/lib/kernel/locales";
import { getCachedFile } from "@/lib/platform/files/file-cache";
import { takeDrawing } from "@/lib/credentials/public-pages/drawing-limit";
import {
  getDrawnBadge,
  getDrawnProfile,
  getProfileStamp,
  getPublicBadgeStamp,
} from "@/lib/credentials/public-pages/service";
import { drawCard } from "./drawing";
import { drawProfileCard } from "./profile-drawing";
import { drawStory } from "./story-drawing";

/** Part of the cache key. Increase it when the drawing changes. */
const DRAWING_VERSION = 1;
const STORY_VERSION = 1;
const PROFILE_VERSION = 1;

/** A drawn image with the stamp of the badge or profile that it was drawn from. */
type DrawnImage = { png: Buffer; stamp: string };

/**
 * Returns the link preview of a public badge. It is drawn once for each change of the badge. Throws 404 for a private
 * badge, 410 for a revoked one, and 429 when too many were drawn for this client address.
 */
export async function getBadgeCard(id: string, clientAddress: string): Promise<DrawnImage> {
  const stamp = await getPublicBadgeStamp(id);
  const png = await getCachedFile(`card ${DRAWING_VERSION} ${id} ${stamp}`, async () => {
    await takeDrawing(clientAddress);
    return drawCard(await getDrawnBadge(id));
  });
  return { png, stamp };
}

/** Returns the story image of a public badge in one language, with the same rules as the link preview. */
export async function getBadgeStory(id: string, locale: Locale, clientAddress: string): Promise<DrawnImage> {
  const stamp = await getPublicBadgeStamp(id);
  const png = await getCachedFile(`story ${STORY_VERSION} ${id} ${locale} ${stamp}`, async () => {
    await takeDrawing(clientAddress);
    const { t } = await loadTranslator(locale, "public");
    const texts = { heading: t("story.heading"), host: new URL(publicUrl("/")).host };
    return drawStory(await getDrawnBadge(id), texts);
  });
  return { png, stamp };
}

/**
 * Returns the link preview of a public profile, in the language of the person. It is drawn once for each change of the
 * page. Throws 404 for a profile that is not shown, and 429 when too many were drawn for this client address.
 */
export async function getProfileCard(slug: string, clientAddress: string): Promise<DrawnImage> {
  const stamp = await getProfileStamp(slug);
  const png = await getCachedFile(`profile ${PROFILE_VERSION} ${slug} ${stamp}`, async () => {
    await takeDrawing(clientAddress);
    const profile = await getDrawnProfile(slug);
    const { t } = await loadTranslator(profile.locale, "public");
    const address = publicUrl(profile.path).replace(/^https?:\/\//, "");
    return drawProfileCard(profile, { count: t("profile.badges", { count: profile.total }), address });
  });
  return { png, stamp };
}
