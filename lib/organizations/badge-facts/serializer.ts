import { publicUrl } from "@/lib/kernel/env";

/** The address of the public page of a badge. */
export const badgePageUrl = (id: string): string => publicUrl(`/badges/${id}`);
