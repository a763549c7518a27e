import { describeMatrix } from "../../support/access/authorization-matrix";
import { operations } from "../../support/http/routes";

// The matrix is split into two files so that both workers run part of it.
describeMatrix(
  "reading",
  operations.filter(({ method }) => method === "GET"),
);
