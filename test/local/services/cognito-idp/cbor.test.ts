import { decodeCbor } from "../../../../lib/local/services/cognito-idp/web-authn";

const decode = (hex: string) => decodeCbor(Buffer.from(hex, "hex"));

// Examples of https://www.rfc-editor.org/rfc/rfc8949#appendix-A
test.each<[string, unknown]>([
  ["00", 0],
  ["17", 23],
  ["1818", 24],
  ["18ff", 255],
  ["190100", 256],
  ["1903e8", 1000],
  ["1a000f4240", 1_000_000],
  ["1affffffff", 4_294_967_295],
  ["20", -1],
  ["3863", -100],
  ["40", Buffer.of()],
  ["4401020304", Buffer.of(1, 2, 3, 4)],
  ["60", ""],
  ["6449455446", "IETF"],
  ["62c3bc", "ü"],
  ["80", []],
  ["83010203", [1, 2, 3]],
  ["8301820203820405", [1, [2, 3], [4, 5]]],
  ["a0", new Map()],
  [
    "a201020304",
    new Map([
      [1, 2],
      [3, 4],
    ]),
  ],
  [
    "a26161016162820203",
    new Map<string, unknown>([
      ["a", 1],
      ["b", [2, 3]],
    ]),
  ],
  ["f4", false],
  ["f5", true],
  ["f6", null],
  ["f7", null],
  ["0001", 0],
])("%s is %p", (hex, expected) => {
  expect(decode(hex)).toEqual(expected);
});

test.each([
  "",
  "18",
  "19ff",
  "1a0000",
  "1b0000000000000000",
  "1f",
  "42ff",
  "62ff",
  "8201",
  "a101",
  "c001",
  "9affffffff",
])("%j is refused", (hex) => {
  expect(() => decode(hex)).toThrow();
});

test("values may be nested eight deep", () => {
  expect(() => decode(`${"81".repeat(8)}00`)).not.toThrow();
  expect(() => decode(`${"81".repeat(9)}00`)).toThrow("too deep");
  expect(() => decode(`${"a100".repeat(9)}00`)).toThrow("too deep");
});
