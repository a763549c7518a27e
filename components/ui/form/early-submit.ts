import { useId, useLayoutEffect, useRef, useState, type FormEvent, type RefObject } from "react";

type FormProps = {
  id: string;
  ref: RefObject<HTMLFormElement | null>;
  action: (data: FormData) => void;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onReset: (event: FormEvent) => void;
};

/**
 * Reads what was typed into the text areas of a form before its scripts ran. React keeps the values of other fields, but
 * replaces that of a text area that had a default value.
 */
function readEarlyTexts(id: string): [name: string, text: string][] {
  const form = typeof document === "undefined" ? null : document.getElementById(id);
  const areas = Array.from(form?.querySelectorAll("textarea") ?? []);
  return areas.filter((area) => area.value !== area.defaultValue).map(({ name, value }) => [name, value]);
}

/**
 * Returns the properties of a form that works before its scripts run. React stores an early submit and repeats it through
 * `action` once they run. What was typed stays in the fields, because their values are not in React's state.
 */
export function useEarlySubmit(send: (form: HTMLFormElement, data: FormData) => void): FormProps {
  const id = useId();
  const ref = useRef<HTMLFormElement>(null);
  const [earlyTexts] = useState(() => readEarlyTexts(id));
  useLayoutEffect(() => {
    for (const [name, text] of earlyTexts) {
      const area = ref.current?.elements.namedItem(name);
      if (area instanceof HTMLTextAreaElement) area.value = text;
    }
  }, [earlyTexts]);
  const isEarly = useRef(false);
  return {
    id,
    ref,
    action: (data) => {
      isEarly.current = true;
      if (ref.current) send(ref.current, data);
    },
    onSubmit: (event) => {
      event.preventDefault();
      send(event.currentTarget, new FormData(event.currentTarget));
    },
    // After `action` React resets the form, although the request may fail.
    onReset: (event) => {
      if (isEarly.current) event.preventDefault();
      isEarly.current = false;
    },
  };
}
