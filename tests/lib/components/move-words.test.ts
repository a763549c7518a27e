import { expect, it } from "vitest";
import { formatReason, sortByKind } from "@/components/console/service-moves/move-words";

it("shows kinds in the order of the page, unknown ones last", () => {
  const kinds = { mystery: 1, image: 2, issued_badge: 3, badge_template: 4 };
  expect(sortByKind(kinds).map(([kind]) => kind)).toEqual([
    "badge_template",
    "issued_badge",
    "image",
    "mystery",
  ]);
});

it("writes the field of a reason as words, and leaves other reasons", () => {
  expect(formatReason("recipient_email: must be an e-mail address")).toBe(
    "Recipient email: must be an e-mail address",
  );
  for (const reason of ["The record is too large.", "responded with status 404", "https://x.example: gone"])
    expect(formatReason(reason)).toBe(reason);
});
