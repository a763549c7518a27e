import { test as base } from "@playwright/test";
import { startNewProduct } from "../platform/prepared-product";
import type { Product } from "../platform/product";

/**
 * `test` for files that share the product of their worker. It starts with the first of them and ends with the worker:
 * after the last of them, or after a failed test. A file sees nothing of the others when its people have addresses in
 * a domain of its own (`@accept.example` in `accept.spec.ts`) and its organizations have names of their own.
 */
export const test = base.extend<object, { sharedProduct: Product }>({
  sharedProduct: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads here which other fixtures it needs.
    async ({}, use) => {
      const product = await startNewProduct();
      await use(product);
      await product.remove();
    },
    { scope: "worker", timeout: 600_000 },
  ],
});
