import layOut from "satori";
import { requireNoTransaction } from "@/lib/kernel/waits";

/**
 * Lays out an element as SVG. Only this file loads the library: a layout takes up to a second, so it throws inside a
 * transaction.
 */
export const satori: typeof layOut = async (element, options) => {
  requireNoTransaction("Drawing");
  return layOut(element, options);
};
