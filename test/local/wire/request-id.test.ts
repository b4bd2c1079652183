import { clfTime } from "../../../lib/local/gateways/common-log-time";
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

describe("log time", () => {
  test.each([
    [Date.UTC(2020, 2, 12, 19, 3, 58, 390), "12/Mar/2020:19:03:58 +0000"],
    [Date.UTC(2020, 2, 12, 19, 3, 58, 999), "12/Mar/2020:19:03:58 +0000"],
    [Date.UTC(2021, 11, 1, 0, 0, 0), "01/Dec/2021:00:00:00 +0000"],
  ])("%i is %s", (epochMs, text) => {
    expect(clfTime(epochMs)).toBe(text);
  });
});
