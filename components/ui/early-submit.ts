import { useRef, type FormEvent, type RefObject } from "react";

type FormProps = {
  ref: RefObject<HTMLFormElement | null>;
  action: (data: FormData) => void;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onReset: (event: FormEvent) => void;
};

/**
 * Returns the properties of a form that works before its scripts run. React stores an early submit and repeats it through
 * `action` once they run. What was typed stays in the fields, because their values are not in React's state.
 */
export function useEarlySubmit(send: (form: HTMLFormElement, data: FormData) => void): FormProps {
  const ref = useRef<HTMLFormElement>(null);
  const isEarly = useRef(false);
  return {
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
