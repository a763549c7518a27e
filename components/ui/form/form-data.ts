/** Reads a text field of a form as entered; empty when there is none. */
export const readUntrimmedField = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

/** Reads a text field of a form, trimmed. */
export const readField = (form: FormData, name: string): string => readUntrimmedField(form, name).trim();

/** Reads a text field, trimmed; null when empty. */
export const readFieldOrNull = (form: FormData, name: string): string | null => readField(form, name) || null;

/** Serializes the content of a form, to detect changes. */
export const serializeContent = (form: HTMLFormElement): string =>
  JSON.stringify(
    Array.from(new FormData(form), ([name, value]) =>
      typeof value === "string"
        ? [name, value]
        : [name, value.name, value.size, value.size && value.lastModified],
    ),
  );
