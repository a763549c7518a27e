import { expect, it } from "vitest";
import { joinNames } from "@/lib/kernel/names";

it.each([
  [["花子", "佐藤"], "佐藤 花子"],
  [["민준", "김"], "김 민준"],
  [["小明", "王"], "王 小明"],
  [["ガブリエル", "サントス"], "サントス ガブリエル"],
  [["花子", null, "佐藤"], "佐藤 花子"],
  [["Chiyo", "Tanaka"], "Chiyo Tanaka"],
  [["Chiyo", "田中"], "Chiyo 田中"],
  [["Ada", "María", "Okafor"], "Ada María Okafor"],
  [["محمد", "علي"], "محمد علي"],
  [["花子", ""], "花子"],
  [["", "佐藤"], "佐藤"],
  [["Ada", undefined], "Ada"],
  [[null, ""], ""],
])("joins %j to %s", (parts, name) => {
  expect(joinNames(...parts)).toBe(name);
});
