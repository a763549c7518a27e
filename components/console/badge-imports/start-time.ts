import { DEFAULT_WAIT_MINUTES, WAIT_MINUTES } from "@/lib/badges/imports/choices";

/** When an import issues its badges: after a wait, at once, or on a chosen day and time. */
export type StartChoice =
  { kind: "wait"; minutes: number } | { kind: "now" } | { kind: "date"; local: string };

/** The part of the request body that says when. The chosen time is sent in the offset of this browser's zone. */
export function startTimeBody(choice: StartChoice): { wait_minutes?: number; start_at?: string } {
  if (choice.kind === "wait") return { wait_minutes: choice.minutes };
  return choice.kind === "date" ? { start_at: withOffset(choice.local) } : {};
}

const twoDigits = (count: number): string => String(count).padStart(2, "0");

/** Adds the offset of this browser's zone at that time: `2026-12-01T09:00` becomes `2026-12-01T09:00:00+01:00`. */
function withOffset(local: string): string {
  const minutes = -new Date(local).getTimezoneOffset();
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${local}:00${minutes < 0 ? "-" : "+"}${twoDigits(hours)}:${twoDigits(rest)}`;
}

const toLocal = (at: Date): string =>
  `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}T${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;

/** Returns tomorrow at nine in the zone of this browser, as the value of an input for a date and a time. */
export function tomorrowMorning(now: Date): string {
  const at = new Date(now);
  at.setDate(at.getDate() + 1);
  at.setHours(9, 0, 0, 0);
  return toLocal(at);
}

const YEAR_MS = 365 * 86_400_000;

/** Returns why badges cannot be issued at the chosen time, or null if they can. */
export function timeProblem(choice: StartChoice, now: Date): string | null {
  if (choice.kind !== "date") return null;
  const ahead = new Date(choice.local).getTime() - now.getTime();
  if (Number.isNaN(ahead)) return "Enter a date and a time.";
  if (ahead <= 0) return "Choose a time in the future.";
  return ahead > YEAR_MS ? "Choose a time within a year." : null;
}

const WAIT_KEY = "import-wait-minutes";

/** Returns the wait that was chosen last in this browser: minutes, or 0 for none. */
export function readLastWait(): number {
  try {
    const stored = localStorage.getItem(WAIT_KEY);
    const minutes = Number(stored);
    return stored !== null && [0, ...WAIT_MINUTES].includes(minutes) ? minutes : DEFAULT_WAIT_MINUTES;
  } catch {
    // Browsers can forbid storage.
    return DEFAULT_WAIT_MINUTES;
  }
}

/** Remembers the wait for the next file. */
export function storeLastWait(choice: StartChoice): void {
  if (choice.kind === "date") return;
  try {
    localStorage.setItem(WAIT_KEY, String(choice.kind === "wait" ? choice.minutes : 0));
  } catch {
    // The choice is a convenience.
  }
}
