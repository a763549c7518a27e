import { expect, it } from "vitest";
import { completeUrl } from "@/components/ui/form/url-input";

it.each([
  ["brightwater.example/skipper", "https://brightwater.example/skipper"],
  [" example.org ", "https://example.org"],
  ["example.org:8443/a?b#c", "https://example.org:8443/a?b#c"],
  ["münchen.example", "https://münchen.example"],
  ["xn--e1afmkfd.xn--p1ai", "https://xn--e1afmkfd.xn--p1ai"],
])("completes %j", (text, completed) => {
  expect(completeUrl(text)).toBe(completed);
});

it.each([
  "",
  "roofs",
  "http://example.org",
  "mailto:a@example.org",
  "a@example.org",
  "1.5",
  "/page",
  "a b.example",
])("leaves %j as it is", (text) => {
  expect(completeUrl(text)).toBe(text);
});
