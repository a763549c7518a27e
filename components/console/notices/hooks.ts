"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { apiList, apiMe } from "@/components/api";
import { MAX_COUNTED } from "@/lib/organizations/notices/choices";
import type { Notice } from "@/lib/organizations/notices/schema";

/**
 * Counts the unread notices of the person, one more than `MAX_COUNTED` at most. The page brings the first count; it is read
 * again when the window gets focus.
 */
export const useUnreadCount = (first: number) =>
  useQuery({
    queryKey: ["unread-notices"],
    queryFn: async () =>
      (await apiList<Notice>(`/v1/me/notices?filter=read::false&per=${MAX_COUNTED + 1}`)).length,
    initialData: first,
    staleTime: 60_000,
    refetchOnWindowFocus: true,
  });

/** Marks one notice as read or unread, then reads the page again. */
export function useNoticeChange() {
  const { refresh } = useRouter();
  return useMutation({
    mutationFn: ({ id, isRead }: { id: string; isRead: boolean }) =>
      apiMe("PATCH", `/notices/${id}`, { is_read: isRead }),
    onSuccess: refresh,
  });
}

/** Marks all notices as read, then reads the page again. */
export function useMarkAll() {
  const { refresh } = useRouter();
  return useMutation({ mutationFn: () => apiMe("POST", "/notices/mark_read", {}), onSuccess: refresh });
}
