/** A parameter of an operation, with the initial value of its field. */
export type TrialParameter = { name: string; in: "path" | "query"; required: boolean; value: string };

/** A request from the form. `problem` says why it cannot be sent. */
export type TrialRequest = { path: string; body: string | null; problem: string | null };

const readFormText = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value.trim() : "";
};

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Builds the request from the fields of the form. */
export function buildTrialRequest(path: string, parameters: TrialParameter[], form: FormData): TrialRequest {
  const inPath = parameters.filter((parameter) => parameter.in === "path");
  const query = new URLSearchParams(
    parameters
      .filter((parameter) => parameter.in === "query")
      .map(({ name }): [string, string] => [name, readFormText(form, name)])
      .filter(([, value]) => value !== ""),
  ).toString();
  const filledPath = inPath.reduce(
    (text, { name }) => text.replace(`{${name}}`, encodeURIComponent(readFormText(form, name))),
    path,
  );
  const bodyText = form.has("body") ? readFormText(form, "body") : null;
  const body = bodyText === "" ? "{}" : bodyText;
  const problem = body === null || isJson(body) ? null : "The body is not valid JSON.";
  return { path: query === "" ? filledPath : `${filledPath}?${query}`, body, problem };
}
