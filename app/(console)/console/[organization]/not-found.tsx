import type { Metadata } from "next";
import { NotFoundWords } from "@/components/console/frame/not-found-words";

export const metadata: Metadata = { title: "Not found" };

/** Within the console: its navigation leads on. */
export default function NotFound() {
  return <NotFoundWords />;
}
