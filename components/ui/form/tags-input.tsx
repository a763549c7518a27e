"use client";

import { X } from "lucide-react";
import { useState, type KeyboardEvent } from "react";
import { Input, type ControlProps } from "./field";

type TagsInputProps = {
  control: ControlProps;
  value: string[];
  onChange: (value: string[]) => void;
  placeholder?: string;
  /** The maximum number of words; the server has the same limit. */
  max?: number;
};

const splitWords = (text: string): string[] =>
  text
    .split(/[,\n]/)
    .map((word) => word.trim())
    .filter(Boolean);

/** An input for a list of words. Enter or a comma adds a word; Backspace in the empty field edits the last one. */
export function TagsInput({ control, value, onChange, placeholder, max = 100 }: TagsInputProps) {
  const [text, setText] = useState("");
  const add = (words: string[]) => {
    const all = [...new Set([...value, ...words])].slice(0, max);
    if (all.length !== value.length) onChange(all);
  };
  const handleInput = (next: string) => {
    if (!/[,\n]/.test(next)) return setText(next);
    add(splitWords(next));
    setText("");
  };
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter" && text.trim() !== "" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      handleInput(`${text},`);
    }
    if (event.key === "Backspace" && text === "" && value.length > 0) {
      setText(value.at(-1) ?? "");
      onChange(value.slice(0, -1));
    }
  };
  return (
    <div className="flex flex-col gap-2">
      <Input
        {...control}
        value={text}
        placeholder={placeholder}
        onChange={(event) => handleInput(event.target.value)}
        onKeyDown={handleKey}
        onBlur={() => {
          add(splitWords(text));
          setText("");
        }}
      />
      {value.length > 0 ? (
        <ul className="flex flex-wrap gap-1.5">
          {value.map((word) => (
            <li
              key={word}
              className="inline-flex items-center rounded-full border border-line bg-sunken ps-3 text-[0.8125rem]"
            >
              {word}
              <button
                type="button"
                aria-label={`Remove ${word}`}
                onClick={() => onChange(value.filter((other) => other !== word))}
                className="flex size-7 items-center justify-center rounded-full text-ink-faint hover:text-ink"
              >
                <X className="size-3.5" aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
