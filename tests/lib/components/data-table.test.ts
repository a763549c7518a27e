import { describe, expect, it } from "vitest";
import { selectColumns } from "@/components/ui/list/data-table";

const COLUMNS = [
  { key: "name", label: "Name", isFixed: true },
  { key: "state", label: "State" },
  { key: "tags", label: "Tags", isExtra: true },
];

const shownColumns = (columns?: string) =>
  selectColumns(COLUMNS, columns === undefined ? null : { path: "/list", params: { columns } }).map(
    ({ key }) => key,
  );

describe("the columns of a table", () => {
  it("are the default ones if the address names none", () => {
    expect(shownColumns()).toEqual(["name", "state"]);
    expect(shownColumns("")).toEqual(["name", "state"]);
  });

  it("are those that the address names, in their own order, and those that are always shown", () => {
    expect(shownColumns("tags")).toEqual(["name", "tags"]);
    expect(shownColumns("tags,state,nonsense")).toEqual(["name", "state", "tags"]);
  });
});
