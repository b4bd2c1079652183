import { gatewayRequestId, traceHeader } from "../../../lib/local/wire/request-id";

describe("request ids", () => {
  test("look like those of the gateways, and differ", () => {
    const ids = Array.from({ length: 2000 }, gatewayRequestId);
    expect(new Set(ids).size).toBe(2000);
    expect(ids.every((id) => /^[\w-]{15}=$/.test(id))).toBe(true);
  });

  /** Source: https://docs.aws.amazon.com/xray/latest/devguide/xray-api-sendingdata.html */
  test("trace headers begin with the time", () => {
    expect(traceHeader(1767323045678)).toMatch(/^Root=1-695735a5-[0-9a-f]{24}$/);
  });
});
