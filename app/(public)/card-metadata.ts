import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { truncateAtGrapheme } from "@/lib/kernel/truncate-text";
import { publicUrl } from "@/lib/kernel/env";

const SUMMARY_LENGTH = 200;

/** Shortens text to one line of at most 200 characters, cut between words. */
function summarise(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= SUMMARY_LENGTH
    ? line
    : `${truncateAtGrapheme(line, SUMMARY_LENGTH - 2).replace(/\s\S*$/u, "")} …`;
}

type Page = {
  title: string;
  summary: string;
  path: string;
  image: { url: string; width: number; height: number; alt: string } | null;
  /** A page of a test organization, which search engines should not list. */
  isTest?: boolean;
};

/** Builds title, description and the preview card that other sites show for a link to a public page. */
export async function cardMetadata({ title, summary, path, image, isTest = false }: Page): Promise<Metadata> {
  const t = await getTranslations("common");
  const description = summarise(summary);
  const url = publicUrl(path);
  const images = image ? [image] : [];
  const isWide = image !== null && image.width > image.height;
  return {
    title,
    description,
    alternates: { canonical: url },
    ...(isTest ? { robots: { index: false } } : {}),
    openGraph: { type: "website", siteName: t("product"), title, description, url, images },
    twitter: { card: isWide ? "summary_large_image" : "summary", title, description, images },
  };
}
