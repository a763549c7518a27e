import { useId, type ComponentProps, type ReactNode } from "react";

/** Attributes that connect a control with its label, hint and error. Spread them on the input. */
export type ControlProps = { id: string; "aria-describedby"?: string; "aria-invalid"?: true };

type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** Marks the field as optional, in English or with the given word. */
  optional?: boolean | string;
  className?: string;
  children: (control: ControlProps) => ReactNode;
};

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The error message of a field, announced when it appears. */
export function FieldError({ id, children }: { id?: string; children: string | undefined }) {
  return (
    <p id={id} role="alert" className={children ? "text-[0.8125rem] text-negative" : "sr-only"}>
      {children ? capitalize(children) : null}
    </p>
  );
}

/** A labelled control with its hint and error. `children` renders the control with the given attributes. */
export function Field({ label, hint, error, optional = false, className = "", children }: FieldProps) {
  const id = useId();
  const described = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  const control: ControlProps = {
    id,
    ...(described ? { "aria-describedby": described } : {}),
    ...(error ? { "aria-invalid": true } : {}),
  };
  return (
    <div className={`flex flex-col gap-1.5 ${className}`}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
        {optional ? (
          <span className="font-normal text-ink-faint"> ({optional === true ? "optional" : optional})</span>
        ) : null}
      </label>
      {children(control)}
      {hint ? (
        <p id={`${id}-hint`} className="text-[0.8125rem] text-ink-faint">
          {hint}
        </p>
      ) : null}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}

const controlClass = [
  "block w-full min-w-0 rounded-lg border border-edge bg-canvas px-3 text-[0.9375rem] text-ink",
  "focus-visible:outline-offset-0 aria-invalid:border-negative aria-invalid:outline-negative",
].join(" ");

export const Input = ({ className = "", ...rest }: ComponentProps<"input">) => (
  <input {...rest} className={`${controlClass} min-h-10 ${className}`} />
);

export const Textarea = ({ className = "", rows = 4, ...rest }: ComponentProps<"textarea">) => (
  <textarea {...rest} rows={rows} className={`${controlClass} resize-y py-2 leading-normal ${className}`} />
);

/** The browser's native select, which works with keyboards, screen readers and phones. */
export const Select = ({ className = "", ...rest }: ComponentProps<"select">) => (
  <select {...rest} className={`${controlClass} min-h-10 pe-8 ${className}`} />
);
