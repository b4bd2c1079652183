import { cookiesOf, joinHeaders, multiValueHeaders } from "../../../lib/local/wire/request-headers";

const raw = [
  "Accept",
  "a",
  "X-One",
  "1",
  "x-one",
  "2",
  "Cookie",
  "a=1",
  "cookie",
  "b=2",
  "Connection",
  "close",
];

describe("request headers", () => {
  test("are joined by commas, cookies by semicolons, those of the connection left out", () => {
    expect({ ...joinHeaders(raw) }).toEqual({ accept: "a", "x-one": "1,2", cookie: "a=1; b=2" });
  });

  test("keep every value", () => {
    expect({ ...multiValueHeaders(raw) }).toEqual({
      accept: ["a"],
      "x-one": ["1", "2"],
      cookie: ["a=1", "b=2"],
    });
  });

  test.each([
    [undefined, undefined],
    ["", undefined],
    [" ; ", undefined],
    ["a=1", ["a=1"]],
    ["a=1; b=2;c=3", ["a=1", "b=2", "c=3"]],
  ])("cookies of %j", (header, cookies) => {
    expect(cookiesOf(header)).toEqual(cookies);
  });
});
