import { publicUrl } from "@/lib/kernel/env";

/** The address of a stored image. Images never change, so the address is cached for ever. */
export const imageUrl = (id: string): string => publicUrl(`/images/${id}/image.png`);

export const presentImage = (id: string | null): { id: string; url: string } | null =>
  id === null ? null : { id, url: imageUrl(id) };
