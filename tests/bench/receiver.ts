import { createServer } from "node:http";

/** A webhook receiver that answers 200 at once, and tells how many requests it got when it is asked. */
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
