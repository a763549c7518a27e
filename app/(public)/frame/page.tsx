import type { Metadata } from "next";
import { PublicFrame } from "@/components/ui/page/public-frame";
import { MessagePlaceholder } from "@/components/ui/page/message-placeholder";

export const dynamic = "force-dynamic";

export const metadata: Metadata = { robots: { index: false } };

/** The frame that message-only pages are inserted into (lib/http/server/page-frame.ts). */
export default function FramePage() {
  return (
    <PublicFrame color={null}>
      <MessagePlaceholder />
    </PublicFrame>
  );
}
