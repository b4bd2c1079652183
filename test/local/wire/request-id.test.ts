import { gatewayRequestId } from "../../../lib/local/wire/received-request";

describe("request ids", () => {
  test("look like those of the gateways, and differ", () => {
    const ids = Array.from({ length: 2000 }, gatewayRequestId);
    expect(new Set(ids).size).toBe(2000);
    expect(ids.every((id) => /^[\w-]{15}=$/.test(id))).toBe(true);
  });
});
