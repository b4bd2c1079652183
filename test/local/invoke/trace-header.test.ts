import { functionTraceHeader, traceHeader } from "../../../lib/local/invoke/trace-header";

/** Source: https://docs.aws.amazon.com/xray/latest/devguide/xray-api-sendingdata.html */
describe("Trace headers", () => {
  test("begin with the time, and differ", () => {
    const headers = Array.from({ length: 2000 }, () => traceHeader(1767323045678));
    expect(new Set(headers).size).toBe(2000);
    expect(headers.filter((each) => !/^Root=1-695735a5-[0-9a-f]{24}$/.test(each))).toEqual([]);
  });
  test("of functions name a parent and are not sampled", () => {
    expect(functionTraceHeader(1767323045678)).toMatch(
      /^Root=1-695735a5-[0-9a-f]{24};Parent=[0-9a-f]{16};Sampled=0$/,
    );
  });
});
