"use client";

import { useEffect, useRef } from "react";
import { ApiFailure } from "@/components/api";
import { Fieldset, Radio } from "@/components/ui/form/choice";
import { ENCODING_LABELS, type Encoding } from "@/lib/platform/files/choices";

/** An encoding in which a file can be read, with names of the file as they are then. */
export type EncodingOption = { encoding: Encoding; sample: string };

const isEncoding = (code: string): code is Encoding => code in ENCODING_LABELS;

/** Returns the encodings to choose from if the server could not tell which one a file has, or else an empty list. */
export const listEncodingOptions = (failure: unknown): EncodingOption[] =>
  failure instanceof ApiFailure && failure.code === "unclear_encoding"
    ? failure.errors.flatMap(({ field, code, message }) =>
        field === "encoding" && isEncoding(code) ? [{ encoding: code, sample: message }] : [],
      )
    : [];

type EncodingChoiceProps = {
  options: EncodingOption[];
  chosen: Encoding | undefined;
  onChoose: (encoding: Encoding) => void;
};

/** Asks how the text of a file is encoded, by how names of the file look then. */
export function EncodingChoice({ options, chosen, onChoose }: EncodingChoiceProps) {
  const box = useRef<HTMLDivElement>(null);
  // The question replaces what was expected after pressing the button, so people who cannot see it are taken there.
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} role="group" aria-label="Text encoding" className="outline-none">
      <Fieldset
        legend="Which names are spelled correctly?"
        hint="The file does not say how its letters are stored. If none is correct, save it as “CSV UTF-8” and choose it again."
      >
        <div className="flex flex-col gap-3">
          {options.map(({ encoding, sample }) => (
            <Radio
              key={encoding}
              name="encoding"
              value={encoding}
              checked={chosen === encoding}
              onChange={() => onChoose(encoding)}
              label={<span className="font-medium wrap-anywhere">{sample || "No difference"}</span>}
              hint={ENCODING_LABELS[encoding]}
            />
          ))}
        </div>
      </Fieldset>
    </div>
  );
}
