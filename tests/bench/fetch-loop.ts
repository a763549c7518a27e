/**
 * The bare comparison for deliveries: the same body to the same receiver with the same concurrency, and nothing else.
 */
const [origin = "", count = "0", lanes = "1"] = process.argv.slice(2);
const body = JSON.stringify({
  id: "01a1fc4c-062a-720e-b497-c9c0e4ac1636",
  organization_id: "01a1fc4b-a71f-7385-bb91-df2b7546c97b",
  event_type: "badge.created",
  occurred_at: "2026-11-21T04:10:03.403Z",
  delivered_at: "2026-11-21T04:10:03.903Z",
});
let next = 0;
async function lane(): Promise<void> {
  while (next < Number(count)) {
    next += 1;
    const response = await fetch(origin, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    await response.arrayBuffer();
  }
}
const began = performance.now();
await Promise.all(Array.from({ length: Number(lanes) }, lane));
process.send?.((performance.now() - began) / 1000);
process.disconnect();
