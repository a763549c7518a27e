import { Fragment } from "react";

/** A path of the API. A long one breaks after its slashes. */
export const ApiPath = ({ path }: { path: string }) => (
  <code className="min-w-0 text-[0.8125rem] leading-6 wrap-anywhere text-ink-soft">
    {path.split(/(?<=\/)/).map((part, index) => (
      <Fragment key={index}>
        {part}
        <wbr />
      </Fragment>
    ))}
  </code>
);
