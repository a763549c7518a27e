import { createPreparedProducts } from "../platform/prepared-product";

// Playwright runs this before all tests, and the function that it returns after them.
export default createPreparedProducts; // oxlint-disable-line import/no-default-export
