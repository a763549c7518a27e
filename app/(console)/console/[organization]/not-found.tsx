import type { Metadata } from "next";
import { NotFoundMessage } from "@/components/console/frame/not-found-message";

export const metadata: Metadata = { title: "Not found" };

/** The not-found page inside the frame of the console. */
export default function NotFound() {
  return <NotFoundMessage />;
}
