"use client";

import type { Messages } from "next-intl";
import { useEffect, useRef, useState, type ComponentProps, type FormEvent, type ReactNode } from "react";
import { onDemand } from "@/components/on-demand";
import { Field, Input } from "@/components/ui/form/field";
import { PASSWORD_LENGTH, PASSWORD_STRENGTHS, type PasswordStrength } from "@/lib/identity/users/choices";
import type { ratePassword } from "@/lib/identity/users/password-strength";

/** The messages about passwords in the language of the page. */
export type PasswordMessages = Messages["password"];

type Rating = ReturnType<typeof ratePassword>;

/** The same rating as on the server. Loaded on demand, because its dictionaries are larger than the rest of a page. */
const passwordRater = onDemand(
  async () => (await import("@/lib/identity/users/password-strength")).ratePassword,
);

/** Screen readers announce the strength after a pause in typing, not after each key. */
const PAUSE_MS = 400;

const STRENGTH_CLASSES = {
  weak: { bar: "bg-negative", text: "text-negative" },
  fair: { bar: "bg-caution", text: "text-caution" },
  strong: { bar: "bg-positive", text: "text-positive" },
} as const;

/** The first and last name entered in the same form. */
function typedName({ form }: HTMLInputElement): string {
  const data = form ? new FormData(form) : null;
  const parts = ["first_name", "last_name"].map((field) => data?.get(field));
  return parts.filter((part) => typeof part === "string").join(" ");
}

/** Rates the password after a pause in typing. `forget` clears the rating when the form is submitted or reset. */
function usePasswordRating(personal: readonly string[]) {
  const [judged, setJudged] = useState<Rating | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const rate = async (input: HTMLInputElement): Promise<void> => {
    const pause = timer.current;
    // If the code cannot be loaded, nothing is shown. The server rates the password anyway.
    const loaded = await passwordRater.load().catch(() => null);
    // The user typed on or submitted the form while the code was loading.
    if (!loaded || timer.current !== pause) return;
    const { value } = input;
    setJudged(value === "" ? null : loaded(value, [typedName(input), ...personal]));
  };
  const watch = (input: HTMLInputElement): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void rate(input), PAUSE_MS);
  };
  const forget = (): void => {
    clearTimeout(timer.current);
    timer.current = undefined;
    setJudged(null);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return { judged, watch, forget };
}

const StrengthBar = ({ strength: reached }: { strength: PasswordStrength }) => (
  <div className="flex gap-1" aria-hidden="true">
    {PASSWORD_STRENGTHS.map((strength, index) => {
      const isReached = index <= PASSWORD_STRENGTHS.indexOf(reached);
      return (
        <span
          key={strength}
          className={`h-1 flex-1 rounded-full ${isReached ? STRENGTH_CLASSES[reached].bar : "bg-line"}`}
        />
      );
    })}
  </div>
);

const RatingText = ({ judged: { strength, fault }, words }: { judged: Rating; words: PasswordMessages }) => (
  <>
    {/* A password that is too short is not rated yet. */}
    {fault === "short" ? null : (
      <span className={`block font-medium ${STRENGTH_CLASSES[strength].text}`}>
        {words.strengths[strength]}
      </span>
    )}
    {fault === null ? null : <span className="block">{words.faults[fault]}</span>}
  </>
);

/** The strength of the password and how to improve it. */
const Strength = ({ judged, words }: { judged: Rating | null; words: PasswordMessages }) => (
  <div className="flex flex-col gap-1.5">
    {judged && judged.fault !== "short" ? <StrengthBar strength={judged.strength} /> : null}
    {/* Rendered from the start, because screen readers announce only changes of an existing live region. */}
    <p role="status" className={judged ? "text-[0.8125rem] text-ink-soft" : "sr-only"}>
      {judged ? <RatingText judged={judged} words={words} /> : null}
    </p>
  </div>
);

type NewPasswordFieldProps = Omit<ComponentProps<"input">, "type" | "autoComplete"> & {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  words: PasswordMessages;
  /** Names, addresses and organizations of the person. Pass them only for a person known by a link or a session. */
  personal: readonly string[];
};

/** A field for a new password that shows its strength during typing. It works without JavaScript, too. */
export function NewPasswordField(props: NewPasswordFieldProps) {
  const { label, hint, error, words, personal, ...input } = props;
  const container = useRef<HTMLDivElement>(null);
  const { judged, watch, forget } = usePasswordRating(personal);
  // The server's error belongs to the previous password, so it is hidden once another one is typed.
  const [isEdited, setEdited] = useState(false);
  useEffect(() => {
    const form = container.current?.closest("form");
    const restart = () => {
      forget();
      setEdited(false);
    };
    form?.addEventListener("submit", restart);
    form?.addEventListener("reset", restart);
    return () => {
      form?.removeEventListener("submit", restart);
      form?.removeEventListener("reset", restart);
    };
  });
  const type = (event: FormEvent<HTMLInputElement>) => {
    setEdited(true);
    watch(event.currentTarget);
  };
  return (
    <Field label={label} hint={hint} error={isEdited ? undefined : error}>
      {(control) => (
        <div ref={container} className="flex flex-col gap-1.5">
          <Input
            {...control}
            {...input}
            type="password"
            autoComplete="new-password"
            minLength={PASSWORD_LENGTH.min}
            maxLength={PASSWORD_LENGTH.max}
            onInput={type}
          />
          <Strength judged={judged} words={words} />
        </div>
      )}
    </Field>
  );
}
