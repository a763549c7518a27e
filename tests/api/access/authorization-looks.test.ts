import { describeMatrix } from "../../support/access/authorization-matrix";
import { operations } from "../../support/http/routes";

// One of two files, so that both workers have their share of the matrix.
describeMatrix(
  "looking",
  operations.filter(({ method }) => method === "GET"),
);
