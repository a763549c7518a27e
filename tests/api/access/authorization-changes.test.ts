import { describeMatrix } from "../../support/access/authorization-matrix";
import { operations } from "../../support/http/routes";

// One of two files, so that both workers have their share of the matrix.
describeMatrix(
  "changing",
  operations.filter(({ method }) => method !== "GET"),
);
