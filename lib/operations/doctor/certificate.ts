import type { PeerCertificate } from "node:tls";
import { clock } from "@/lib/kernel/clock";
import type { Finding } from "./finding";

const DAY_MS = 86_400_000;
const WARNING_DAYS = 14;

/** Judges when a certificate ends. `consequence`: what follows when it has ended. */
export function judgeCertificate(
  whose: string,
  { valid_to: end }: Pick<PeerCertificate, "valid_to">,
  consequence: string,
): Finding[] {
  const endsAt = new Date(end);
  const days = Math.floor((endsAt.getTime() - clock.now().getTime()) / DAY_MS);
  if (days >= WARNING_DAYS) return [];
  const day = endsAt.toISOString().slice(0, 10);
  return [
    {
      problem: `The certificate ${whose} ${days < 0 ? "ended" : "ends"} on ${day}.`,
      reason: consequence,
      remedy: "Renew it, and find out why it was not renewed by itself.",
    },
  ];
}
