const TONES: Record<string, string> = {
  GET: "text-accent",
  POST: "text-positive",
  PUT: "text-caution",
  PATCH: "text-caution",
  DELETE: "text-negative",
};

/** The method of an operation, with a fixed width so that the paths in a list align. */
export const MethodTag = ({ method }: { method: string }) => (
  <span className={`w-14 shrink-0 font-mono text-[0.8125rem] leading-6 font-semibold ${TONES[method] ?? ""}`}>
    {method}
  </span>
);
