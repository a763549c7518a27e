import { keepPreparedProducts } from "./prepared-product";

// Playwright runs this before all tests, and what it answers after them.
export default keepPreparedProducts; // oxlint-disable-line import/no-default-export
