import {
  block,
  blocks,
  DeployedState,
  flag,
  json,
  nameOf,
  number,
  requireText,
  text,
  textMap,
  texts,
} from "../../../lib/model";

test.each([
  ["a", "a"],
  [1, "1"],
  [true, "true"],
  [null, undefined],
  [{}, undefined],
  [["a"], undefined],
])("text of %j is %j", (value, expected) => {
  expect(text({ value }, "value")).toBe(expected);
});

test.each([
  [1, 1],
  ["1.5", 1.5],
  ["", undefined],
  ["x", undefined],
  [true, undefined],
  [null, undefined],
])("number of %j is %j", (value, expected) => {
  expect(number({ value }, "value")).toBe(expected);
});

test.each([
  [true, true],
  ["false", false],
  ["yes", undefined],
  [1, undefined],
])("flag of %j is %j", (value, expected) => {
  expect(flag({ value }, "value")).toBe(expected);
});

test.each([
  [
    ["a", 1, null, {}],
    ["a", "1"],
  ],
  ["a", ["a"]],
  [undefined, []],
])("texts of %j are %j", (value, expected) => {
  expect(texts({ value }, "value")).toEqual(expected);
});

test.each([
  [{ a: 1 }, [{ a: 1 }]],
  [
    [{ a: 1 }, "x", null, { b: 2 }],
    [{ a: 1 }, { b: 2 }],
  ],
  ["x", []],
  [undefined, []],
])("blocks of %j are %j", (value, expected) => {
  expect(blocks({ value }, "value")).toEqual(expected);
  expect(block({ value }, "value")).toEqual(expected[0]);
});

test("a map of texts leaves out what is not text", () => {
  expect(textMap({ tags: [{ a: 1, b: null, c: "d", e: {} }] }, "tags")).toEqual({ a: "1", c: "d" });
  expect(textMap({ tags: "x" }, "tags")).toEqual({});
});

test("invalid JSON is absent", () => {
  expect(json({ value: '{"a":1}' }, "value")).toEqual({ a: 1 });
  expect(json({ value: "{" }, "value")).toBeUndefined();
  expect(json({}, "value")).toBeUndefined();
});

test("a required text that is missing is empty", () => {
  expect(requireText({}, "value")).toBe("");
});

test("names of JavaScript's own objects are not attributes", () => {
  expect(text({}, "constructor")).toBeUndefined();
  expect(blocks({}, "__proto__")).toEqual([]);
});

test.each([
  [{ name: "n", function_name: "f" }, "n"],
  [{ function_name: "f" }, "f"],
  [{}, "app/aws_x.y"],
])("a resource with %j is called %s", (values, expected) => {
  const resource = {
    address: "app/aws_x.y",
    type: "aws_x",
    name: "y",
    stack: "app",
    folder: "/",
    region: "us-east-1",
    values,
  };
  expect(nameOf({ ...resource, constructPath: undefined })).toBe(expected);
});

describe("the deployed code", () => {
  const shown = (...resources: readonly object[]) =>
    JSON.stringify({ values: { root_module: { resources } } });
  const queue = {
    address: "aws_sqs_queue.Mails",
    values: { arn: "arn:aws:sqs:us-east-1:111122223333:mails" },
  };
  const bucket = { address: "aws_s3_bucket.Files", values: { arn: "arn:aws:s3:::files" } };

  test("is found by stack and address", () => {
    const state = new DeployedState();
    state.add("dev-a", shown(queue));
    state.add("dev-b", shown());
    expect(state.find("dev-a", queue.address)).toEqual(queue.values);
    expect([state.find("dev-b", queue.address), state.find("dev-a", bucket.address)]).toEqual([
      undefined,
      undefined,
    ]);
  });

  test("is nothing where a state is empty or has other things", () => {
    const state = new DeployedState();
    for (const text of [
      "",
      " \n",
      "{}",
      "[]",
      '{"values":5}',
      '{"values":{"root_module":{"resources":{}}}}',
    ]) {
      state.add(text, text);
    }
    state.add("odd", shown({ address: 5, values: {} }, { address: "a" }, { address: "b", values: 5 }));
    expect([state.size, state.account]).toEqual([0, undefined]);
  });

  test("is counted over all stacks", () => {
    const state = new DeployedState();
    state.add("dev-a", shown(queue, bucket));
    state.add("dev-b", shown(queue));
    expect(state.size).toBe(3);
  });

  test("finds the account by the first ARN that has one", () => {
    const state = new DeployedState();
    state.add("dev-a", shown(bucket, { address: "a", values: {} }));
    expect(state.account).toBeUndefined();
    state.add("dev-b", shown(bucket, queue));
    expect(state.account).toBe("111122223333");
  });
});
