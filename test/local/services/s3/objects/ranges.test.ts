import type { StoredObject } from "../../../../../lib/local/services/s3/objects/stored-object";
import { partRange, rangeIn } from "../../../../../lib/local/services/s3/operations/get-object";

describe("a range of 10 bytes", () => {
  test.each([
    ["bytes=0-0", { first: 0, last: 0 }],
    ["bytes=0-9", { first: 0, last: 9 }],
    ["bytes=0-99", { first: 0, last: 9 }],
    ["bytes=9-", { first: 9, last: 9 }],
    ["bytes=3-5", { first: 3, last: 5 }],
    ["bytes=-1", { first: 9, last: 9 }],
    ["bytes=-10", { first: 0, last: 9 }],
    ["bytes=-11", { first: 0, last: 9 }],
    ["bytes=5-3", undefined],
    ["bytes=-", undefined],
    ["bytes=0-1,3-4", undefined],
    ["items=0-1", undefined],
    ["", undefined],
    [undefined, undefined],
  ])("%j is %j", (range, expected) => {
    expect(rangeIn(range, 10)).toEqual(expected);
  });

  test.each(["bytes=10-", "bytes=10-11", "bytes=-0"])("%s is refused with 416", (range) => {
    expect(() => rangeIn(range, 10)).toThrow(
      expect.objectContaining({
        code: "InvalidRange",
        status: 416,
        details: { RangeRequested: range, ActualObjectSize: 10 },
      }),
    );
  });

  test("of an empty object is refused, also its end", () => {
    for (const range of ["bytes=0-", "bytes=-1"])
      expect(() => rangeIn(range, 0)).toThrow("The requested range is not satisfiable");
  });
});

describe("a part", () => {
  const object = (partBytes?: readonly number[]) =>
    ({ content: Buffer.alloc(7), ...(partBytes !== undefined && { partBytes }) }) as StoredObject;

  test.each([
    ["1", [5, 3, 2], { first: 0, last: 4 }],
    ["2", [5, 3, 2], { first: 5, last: 7 }],
    ["3", [5, 3, 2], { first: 8, last: 9 }],
    ["1", undefined, { first: 0, last: 6 }],
    ["2", [5, 0], undefined],
  ])("%s of %j is %j", (number, sizes, expected) => {
    expect(partRange(object(sizes), number, {})).toEqual(expected);
  });

  test.each([
    ["0", "InvalidArgument"],
    ["-1", "InvalidArgument"],
    ["1.5", "InvalidArgument"],
    ["10001", "InvalidArgument"],
    ["100000", "InvalidArgument"],
    ["x", "InvalidArgument"],
    ["4", "InvalidPartNumber"],
    ["10000", "InvalidPartNumber"],
  ])("%s is refused with %s", (number, code) => {
    expect(() => partRange(object([1, 1, 1]), number, {})).toThrow(expect.objectContaining({ code }));
  });

  test("and a range exclude each other", () => {
    expect(() => partRange(object(), "1", { range: "bytes=0-1" })).toThrow("Cannot specify both");
  });
});
