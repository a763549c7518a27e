import { usesOf } from "@/lib/kernel/uses";

/** `last_used_at` and `last_successfully_used_at` of authorization tokens. */
export const tokenUses = usesOf("authorization_tokens", "uuid");
