import { plannedResources } from "../../../../lib/cli/terraform/review/planned-changes";

describe("plannedResources", () => {
  const plan = (change: object): unknown => ({ resource_changes: [{ address: "x.y", change }] });

  test.each([
    [["no-op"], undefined],
    [["read"], undefined],
    [["create"], "create"],
    [["update"], "update"],
    [["delete"], "delete"],
    [["delete", "create"], "replace"],
    [["create", "delete"], "replace"],
    [["forget"], "forget"],
  ])("takes the actions %j as %s", (actions, expected) => {
    expect(plannedResources(plan({ actions }))[0]?.action).toBe(expected);
  });

  test("lists changed attributes without secret and unknown values", () => {
    const change = {
      actions: ["update"],
      before: { same: 1, size: 128, password: "a", list: [1], arn: "x", keys: [{ key: "a" }] },
      after: { same: 1, size: 256, password: "b", list: [1, 2], keys: [{ key: "b" }] },
      after_unknown: { arn: true, same: false },
      before_sensitive: { password: true },
      after_sensitive: { password: true, keys: [{ key: true }], list: [null] },
    };
    expect(plannedResources(plan(change))[0]?.attributes).toEqual([
      'arn: "x" -> (known after apply)',
      "keys: (sensitive)",
      "list: [1] -> [1,2]",
      "password: (sensitive)",
      "size: 128 -> 256",
    ]);
  });

  test("lists the blocks that come and go, with the parts that are known already", () => {
    const long = (end: string) => ({ text: "a".repeat(90) + end });
    const change = {
      actions: ["update"],
      before: {
        attribute: [{ name: "id", type: "S" }],
        index: [],
        order: [{ a: 1 }, { a: 2 }],
        rule: [long("b")],
      },
      after: {
        attribute: [
          { name: "day", type: "S" },
          { name: "id", type: "S" },
        ],
        index: [{ hash_key: "day", name: "byDay", read_capacity: null, range_key: "" }],
        order: [{ a: 2 }, { a: 1 }],
        rule: [long("c")],
      },
      after_unknown: { attribute: [{}, {}], index: [{ arn: true }] },
    };
    expect(plannedResources(plan(change))[0]?.attributes).toEqual([
      'attribute: + {"name":"day","type":"S"}',
      'index: + {"hash_key":"day","name":"byDay","arn":"(known after apply)"}',
      'order: [{"a":1},{"a":2}] -> [{"a":2},{"a":1}]',
      `rule: + {"text":"${"a".repeat(68)}...`,
      `rule: - {"text":"${"a".repeat(68)}...`,
    ]);
  });

  test("lists added and removed parts of policies, however long they are", () => {
    const policy = (...statements: object[]) =>
      JSON.stringify({ Version: "2012-10-17", Statement: statements });
    const read = {
      Effect: "Allow",
      Action: ["s3:GetObject", "s3:PutObject"],
      Resource: "arn:aws:s3:::files/*",
    };
    const get = {
      Effect: "Allow",
      Action: "s3:GetObject",
      Resource: ["arn:aws:s3:::files/*", "arn:aws:s3:::old/*"],
    };
    const deny = { Effect: "Deny", NotAction: "s3:*", Resource: "*", Condition: { Bool: { a: "b" } } };
    const change = {
      actions: ["update"],
      before: { policy: policy(get) },
      after: { policy: policy(read, deny) },
    };
    expect(plannedResources(plan(change))[0]?.attributes).toEqual([
      'policy: + deny all but s3:* on * if {"Bool":{"a":"b"}}',
      "policy: + s3:PutObject on arn:aws:s3:::files/*",
      "policy: - s3:GetObject on arn:aws:s3:::old/*",
    ]);
  });
});
