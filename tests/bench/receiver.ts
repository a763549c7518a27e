import { createServer } from "node:http";

/** A webhook receiver that responds with 200 at once, and reports the number of its requests on demand. */
let received = 0;
const server = createServer((request, response) => {
  request.resume().on("end", () => {
    received += 1;
    response.writeHead(200).end();
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address && typeof address === "object") process.send?.(`http://127.0.0.1:${address.port}`);
});
process.on("message", () => process.send?.(received));
process.on("disconnect", () => process.exit(0));
