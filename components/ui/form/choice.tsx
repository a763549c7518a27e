import { useId, type ComponentProps, type ReactNode } from "react";

type ChoiceProps = Omit<ComponentProps<"input">, "type"> & { label: ReactNode; hint?: ReactNode };

function Choice({
  label,
  hint,
  type,
  className = "",
  ...rest
}: ChoiceProps & { type: "checkbox" | "radio" }) {
  const id = useId();
  return (
    <div className={`flex items-start gap-3 ${className}`}>
      <span className="flex h-6 items-center">
        <input
          {...rest}
          id={id}
          type={type}
          aria-describedby={hint ? `${id}-hint` : undefined}
          className="size-4.5 accent-accent"
        />
      </span>
      <div className="min-w-0">
        <label htmlFor={id} className="block text-sm leading-6">
          {label}
        </label>
        {hint ? (
          <p id={`${id}-hint`} className="text-[0.8125rem] text-ink-faint">
            {hint}
          </p>
        ) : null}
      </div>
    </div>
  );
}

/** A checkbox with its label and a hint. */
export const Checkbox = (props: ChoiceProps) => <Choice {...props} type="checkbox" />;

/** A radio button with its label and a hint. Group several in a `Fieldset`. */
export const Radio = (props: ChoiceProps) => <Choice {...props} type="radio" />;

type FieldsetProps = { legend: ReactNode; hint?: ReactNode; className?: string; children: ReactNode };

/** A named group of controls. */
export function Fieldset({ legend, hint, className = "", children }: FieldsetProps) {
  return (
    <fieldset className={`min-w-0 ${className}`}>
      <legend className="mb-2 text-sm font-medium">{legend}</legend>
      {hint ? <p className="mb-3 text-[0.8125rem] text-ink-faint">{hint}</p> : null}
      {children}
    </fieldset>
  );
}

type FormSectionProps = { title: string; hint?: ReactNode; children: ReactNode };

/** A section of a long form, separated from the one before by a line. */
export const FormSection = ({ title, hint, children }: FormSectionProps) => (
  // The line is on the div, because a border of the fieldset would run through the legend.
  <div className="border-t border-line pt-6">
    <fieldset className="min-w-0">
      <legend className="font-heading mb-4 text-xl leading-tight">{title}</legend>
      {hint ? <p className="-mt-3 mb-4 text-[0.8125rem] text-ink-faint">{hint}</p> : null}
      {children}
    </fieldset>
  </div>
);
