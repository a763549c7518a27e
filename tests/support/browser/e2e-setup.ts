import { keepPreparedProducts } from "./prepared-product";

// Playwright runs this before all tests, and the function that it returns after them.
export default keepPreparedProducts; // oxlint-disable-line import/no-default-export
