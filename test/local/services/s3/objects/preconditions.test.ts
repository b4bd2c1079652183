import {
  checkCopySource,
  checkDelete,
  checkNotChanged,
  checkWrite,
  isNotModified,
} from "../../../../../lib/local/services/s3/objects/preconditions";
import type { DeleteMarker, StoredObject } from "../../../../../lib/local/services/s3/objects/stored-object";

const object: StoredObject = {
  key: "a",
  content: Buffer.of(),
  etag: '"e1"',
  changedAt: Date.UTC(2030, 0, 1, 0, 0, 10) + 500,
  headers: {},
  versionId: "null",
  tags: {} as StoredObject["tags"],
};
const marker: DeleteMarker = { key: "a", versionId: "2", changedAt: 0, isMarker: true };
const at = (second: number) => new Date(Date.UTC(2030, 0, 1, 0, 0, second)).toUTCString();
const now = Date.UTC(2030, 0, 1, 0, 0, 30);

/** The outcome of a call: its value, or the code and the condition of its error. */
function outcome(call: () => unknown): unknown {
  try {
    return call() ?? "allowed";
  } catch (error) {
    const { code, details } = error as { code?: string; details?: Record<string, unknown> };
    return [code, details?.Condition ?? details?.Header].filter((each) => each !== undefined).join(" ");
  }
}

describe("a read", () => {
  test.each<[Record<string, string>, unknown]>([
    [{}, false],
    [{ "if-match": '"e1"' }, false],
    [{ "if-match": "e1" }, false],
    [{ "if-match": 'W/"e1"' }, false],
    [{ "if-match": '"x", "e1"' }, false],
    [{ "if-match": "*" }, false],
    [{ "if-match": '"x"' }, "PreconditionFailed If-Match"],
    [{ "if-none-match": '"e1"' }, true],
    [{ "if-none-match": "*" }, true],
    [{ "if-none-match": '"x"' }, false],
    [{ "if-modified-since": at(9) }, false],
    [{ "if-modified-since": at(10) }, true],
    [{ "if-modified-since": at(30) }, true],
    [{ "if-modified-since": at(31) }, false],
    [{ "if-modified-since": "no date" }, false],
    [{ "if-unmodified-since": at(9) }, "PreconditionFailed If-Unmodified-Since"],
    [{ "if-unmodified-since": at(10) }, false],
    [{ "if-unmodified-since": "no date" }, false],
    // https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html: the tag decides where both are given.
    [{ "if-match": '"e1"', "if-unmodified-since": at(9) }, false],
    [{ "if-none-match": '"x"', "if-modified-since": at(10) }, false],
    [{ "if-none-match": '"e1"', "if-modified-since": at(9) }, true],
    [{ "if-match": '"x"', "if-none-match": '"e1"' }, "PreconditionFailed If-Match"],
  ])("with %j is %p", (headers, expected) => {
    expect(outcome(() => isNotModified(object, headers, now))).toBe(expected);
  });
});

describe("a write", () => {
  test.each<[Record<string, string>, string, string, string]>([
    // The present object, a marker, nothing.
    [{}, "allowed", "allowed", "allowed"],
    [{ "if-none-match": "*" }, "PreconditionFailed If-None-Match", "allowed", "allowed"],
    [{ "if-match": '"e1"' }, "allowed", "NoSuchKey", "NoSuchKey"],
    [{ "if-match": '"x"' }, "PreconditionFailed If-Match", "NoSuchKey", "NoSuchKey"],
    ...(
      [
        [{ "if-none-match": '"e1"' }, "NotImplemented If-None-Match"],
        [{ "if-match": "*" }, "NotImplemented If-Match"],
        [{ "if-match": '"e1"', "if-none-match": "*" }, "NotImplemented If-Match,If-None-Match"],
      ] as const
    ).map(([headers, refusal]): [Record<string, string>, string, string, string] => [
      headers,
      refusal,
      refusal,
      refusal,
    ]),
  ])("with %j: %s, %s, %s", (headers, ...expected) => {
    const outcomes = [object, marker, undefined].map((version) =>
      outcome(() => checkWrite("a", version, headers)),
    );
    expect(outcomes).toEqual(expected);
  });
});

test.each<[Record<string, string>, number | undefined, string]>([
  [{}, 1, "allowed"],
  [{ "if-match": "e" }, undefined, "allowed"],
  [{ "if-match": "e" }, 2, "allowed"],
  [{ "if-match": "e" }, 1, "ConditionalRequestConflict If-Match"],
  [{ "if-none-match": "*" }, 3, "ConditionalRequestConflict If-None-Match"],
])("an upload with %j that began at change %p ends at change 2: %s", (headers, changes, expected) => {
  const upload = { key: "a", ...(changes !== undefined && { changes }) };
  expect(outcome(() => checkNotChanged(upload, 2, headers))).toBe(expected);
});

describe("a deletion", () => {
  test.each<[Record<string, string>, string, string, string]>([
    [{}, "allowed", "allowed", "allowed"],
    [{ "if-match": '"e1"' }, "allowed", "MethodNotAllowed", "NoSuchKey"],
    [{ "if-match": "*" }, "allowed", "MethodNotAllowed", "allowed"],
    [{ "if-match": '"x"' }, "PreconditionFailed If-Match", "MethodNotAllowed", "NoSuchKey"],
  ])("with %j: %s, %s, %s", (headers, ...expected) => {
    const outcomes = [object, marker, undefined].map((version) =>
      outcome(() => checkDelete("a", version, headers)),
    );
    expect(outcomes).toEqual(expected);
  });

  test.each(["x-amz-if-match-size", "x-amz-if-match-last-modified-time"])(
    "by %s is for directory buckets",
    (name) => {
      expect(outcome(() => checkDelete("a", object, { [name]: "1" }))).toBe(`NotImplemented ${name}`);
    },
  );
});

test.each<[Record<string, string>, string]>([
  [{}, "allowed"],
  [{ "if-match": '"x"' }, "allowed"],
  [{ "x-amz-copy-source-if-match": '"e1"' }, "allowed"],
  [{ "x-amz-copy-source-if-match": '"x"' }, "PreconditionFailed x-amz-copy-source-If-Match"],
  [{ "x-amz-copy-source-if-none-match": '"e1"' }, "PreconditionFailed x-amz-copy-source-If-None-Match"],
  [
    { "x-amz-copy-source-if-modified-since": at(10) },
    "PreconditionFailed x-amz-copy-source-If-Modified-Since",
  ],
])("a copy with %j is %s", (headers, expected) => {
  expect(outcome(() => checkCopySource(object, headers, now))).toBe(expected);
});
