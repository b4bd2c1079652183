import type { TableProps } from "../../../lib/constructs/table";
import { addresses } from "../../support/stack";
import { failure } from "../api/support/api";
import { notes, written } from "./support";

const composite = { primaryIndex: { partitionKey: "id", sortKey: "at" } };

describe("global indexes", () => {
  test("have keys and everything else, too", () => {
    const { stack } = notes({ globalIndexes: { byOwner: { partitionKey: "owner", sortKey: "at" } } });
    expect(written(stack)).toMatchObject({
      attribute: [
        { name: "at", type: "N" },
        { name: "id", type: "S" },
        { name: "owner", type: "S" },
      ],
      global_secondary_index: [
        { name: "byOwner", hash_key: "owner", range_key: "at", projection_type: "ALL" },
      ],
    });
  });
  test.each([
    [undefined, { projection_type: "ALL" }],
    ["all" as const, { projection_type: "ALL" }],
    ["keys_only" as const, { projection_type: "KEYS_ONLY" }],
    [["title", "author", "title"], { projection_type: "INCLUDE", non_key_attributes: ["author", "title"] }],
  ])("hold %j as %j", (projection, expected) => {
    const { stack } = notes({ globalIndexes: { byOwner: { partitionKey: "owner", projection } } });
    expect(written(stack).global_secondary_index).toEqual([
      { name: "byOwner", hash_key: "owner", ...expected },
    ]);
  });
  test("are sorted by their names, regardless of when they were added", () => {
    const index = { partitionKey: "owner" };
    const { stack, table } = notes({ globalIndexes: { ccc: index } });
    table.addGlobalIndexes({ bbb: index });
    table.addGlobalIndexes({ aaa: index });
    expect(written(stack)).toEqual(
      written(notes({ globalIndexes: { aaa: index, bbb: index, ccc: index } }).stack),
    );
  });
  test("may all be added later", () => {
    const { stack, table } = notes();
    const before = addresses(notes().stack);
    table.addGlobalIndexes({ byOwner: { partitionKey: "owner" } });
    expect(written(stack)).toEqual(
      written(notes({ globalIndexes: { byOwner: { partitionKey: "owner" } } }).stack),
    );
    expect(addresses(stack)).toEqual(before);
  });
  test("have capacity and throughput of their own", () => {
    const capacity = { readCapacity: 1, writeCapacity: 2 };
    const provisioned = notes({
      globalIndexes: { byOwner: { partitionKey: "owner", cdk: { index: capacity } } },
      cdk: { table: { billingMode: "PROVISIONED", readCapacity: 5, writeCapacity: 5 } },
    });
    expect(written(provisioned.stack).global_secondary_index).toMatchObject([
      { read_capacity: 1, write_capacity: 2 },
    ]);
    const index = { onDemandThroughput: { maxReadRequestUnits: 9 } };
    const onDemand = notes({ globalIndexes: { byOwner: { partitionKey: "owner", cdk: { index } } } });
    expect(written(onDemand.stack).global_secondary_index).toMatchObject([
      { on_demand_throughput: { max_read_request_units: 9 } },
    ]);
  });
});

describe("local indexes", () => {
  test("have a sort key and everything else, too", () => {
    const { stack } = notes({ ...composite, localIndexes: { byOwner: { sortKey: "owner" } } });
    expect(written(stack)).toMatchObject({
      attribute: [{ name: "at" }, { name: "id" }, { name: "owner" }],
      local_secondary_index: [{ name: "byOwner", range_key: "owner", projection_type: "ALL" }],
    });
  });
  test("may hold less", () => {
    const index = { sortKey: "owner", projection: ["b", "a"] };
    const { stack } = notes({ ...composite, localIndexes: { byOwner: index } });
    expect(written(stack).local_secondary_index).toMatchObject([{ non_key_attributes: ["a", "b"] }]);
  });
  test("may be added later, in any order", () => {
    const index = { sortKey: "owner" };
    const { stack, table } = notes(composite);
    table.addLocalIndexes({ bbb: index });
    table.addLocalIndexes({ aaa: index });
    expect(written(stack)).toEqual(
      written(notes({ ...composite, localIndexes: { aaa: index, bbb: index } }).stack),
    );
  });
  test("need a sort key of the table", () => {
    const error = failure(() => notes({ localIndexes: { byOwner: { sortKey: "owner" } } }));
    expect([error.code, error.prop]).toEqual(["table-local-index-needs-sort-key", "localIndexes.byOwner"]);
  });
});

describe("indexes are refused", () => {
  test.each<[string, object, string, string]>([
    ["on an undeclared field", { byX: { partitionKey: "x" } }, "table-field-unknown", "byX.partitionKey"],
    [
      "sorted by an undeclared field",
      { byX: { partitionKey: "id", sortKey: "x" } },
      "table-field-unknown",
      "byX.sortKey",
    ],
    ["without a partition key", { byX: { sortKey: "id" } }, "prop-required", "byX.partitionKey"],
    ["with an unknown key", { byX: { partitionKey: "id", hashKey: "id" } }, "key-unknown", "byX"],
    ["that are not objects", { byX: "id" }, "prop-invalid", "byX"],
    ["with a short name", { by: { partitionKey: "id" } }, "prop-invalid", "by"],
    [
      "that hold nothing known",
      { byX: { partitionKey: "id", projection: "ALL" } },
      "literal-unknown",
      "byX.projection",
    ],
    [
      "that hold an empty list",
      { byX: { partitionKey: "id", projection: [] } },
      "prop-invalid",
      "byX.projection",
    ],
    [
      "with an unknown key in cdk",
      { byX: { partitionKey: "id", cdk: { indexes: {} } } },
      "key-unknown",
      "byX.cdk",
    ],
    [
      "with no object in cdk",
      { byX: { partitionKey: "id", cdk: { index: 5 } } },
      "prop-invalid",
      "byX.cdk.index",
    ],
    [
      "with an unknown setting",
      { byX: { partitionKey: "id", cdk: { index: { capacity: 5 } } } },
      "key-unknown",
      "byX.cdk.index",
    ],
    [
      "with capacity on a table paid by the request",
      { byX: { partitionKey: "id", cdk: { index: { writeCapacity: 5 } } } },
      "table-capacity",
      "byX.cdk.index.writeCapacity",
    ],
  ])("%s", (_, globalIndexes, code, prop) => {
    const error = failure(() => notes({ globalIndexes } as TableProps));
    expect([error.code, error.prop]).toEqual([code, `globalIndexes.${prop}`]);
  });

  test.each([
    "name",
    "indexName",
    "hashKey",
    "partitionKey",
    "rangeKey",
    "sortKey",
    "projectionType",
    "nonKeyAttributes",
  ])("with cdk.index.%s", (key) => {
    const index = { partitionKey: "id", cdk: { index: { [key]: "x" } } };
    const error = failure(() => notes({ globalIndexes: { byX: index } } as TableProps));
    expect([error.code, error.prop]).toEqual(["key-rejected", "globalIndexes.byX.cdk.index"]);
    const local = { sortKey: "at", cdk: { index: { [key]: "x" } } };
    expect(
      failure(() => notes({ ...composite, localIndexes: { byX: local } } as unknown as TableProps)).code,
    ).toBe("key-rejected");
  });

  test.each<[string, object, string, string]>([
    ["on an undeclared field", { byX: { sortKey: "x" } }, "table-field-unknown", "byX.sortKey"],
    ["without a sort key", { byX: {} }, "prop-required", "byX.sortKey"],
    ["with an unknown key", { byX: { sortKey: "at", partitionKey: "id" } }, "key-unknown", "byX"],
    ["that are not objects", { byX: 5 }, "prop-invalid", "byX"],
    [
      "with capacity",
      { byX: { sortKey: "at", cdk: { index: { readCapacity: 5 } } } },
      "key-rejected",
      "byX.cdk.index",
    ],
  ])("%s, local", (_, localIndexes, code, prop) => {
    const error = failure(() => notes({ ...composite, localIndexes } as TableProps));
    expect([error.code, error.prop]).toEqual([code, `localIndexes.${prop}`]);
  });

  test.each(["globalIndexes", "localIndexes"])("as a list in %s", (prop) => {
    const error = failure(() => notes({ ...composite, [prop]: ["byX"] } as TableProps));
    expect([error.code, error.prop]).toEqual(["prop-invalid", prop]);
  });

  test("without capacity on a table with provisioned billing", () => {
    const table = { billingMode: "PROVISIONED", readCapacity: 5, writeCapacity: 5 };
    const globalIndexes = { byX: { partitionKey: "id" } };
    const error = failure(() => notes({ globalIndexes, cdk: { table } }));
    expect([error.code, error.prop]).toEqual([
      "table-capacity-missing",
      "globalIndexes.byX.cdk.index.readCapacity",
    ]);
  });

  test("of one name, over several calls and both kinds", () => {
    const { table } = notes({
      ...composite,
      globalIndexes: { byX: { partitionKey: "at" } },
      localIndexes: { byY: { sortKey: "at" } },
    });
    const again = [
      () => table.addGlobalIndexes({ byY: { partitionKey: "id" } }),
      () => table.addGlobalIndexes({ byX: { partitionKey: "id" } }),
      () => table.addLocalIndexes({ byX: { sortKey: "at" } }),
    ];
    expect(again.map((run) => failure(run).code)).toEqual(again.map(() => "table-index-duplicate"));
  });

  const many = <Index>(count: number, index: Index): Record<string, Index> =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`index${at}`, index]));
  test("above the limit of AWS", () => {
    expect(() => notes({ globalIndexes: many(20, { partitionKey: "id" }) })).not.toThrow();
    expect(failure(() => notes({ globalIndexes: many(21, { partitionKey: "id" }) })).prop).toBe(
      "globalIndexes",
    );
    expect(() => notes({ ...composite, localIndexes: many(5, { sortKey: "at" }) })).not.toThrow();
    const error = failure(() => notes({ ...composite, localIndexes: many(6, { sortKey: "at" }) }));
    expect([error.code, error.prop]).toEqual(["quota-exceeded", "localIndexes"]);
  });
  test("with more attributes than AWS takes for all of them", () => {
    const half = Array.from({ length: 50 }, (_, at) => `a${at}`);
    const of = (...last: string[]) => ({
      aaa: { partitionKey: "id", projection: half },
      bbb: { partitionKey: "id", projection: [...half, ...last] },
    });
    expect(() => notes({ globalIndexes: of() })).not.toThrow();
    expect(failure(() => notes({ globalIndexes: of("more") })).message).toMatch(/101 projected attributes/);
  });
});

describe("a refused call adds no index", () => {
  const global = { partitionKey: "owner" };
  test("of addGlobalIndexes", () => {
    const { stack, table } = notes();
    const bad = { partitionKey: "ownr" };
    const error = failure(() => table.addGlobalIndexes({ byOwner: global, bad }));
    expect(error.code).toBe("table-field-unknown");
    table.addGlobalIndexes({ other: global });
    expect(written(stack).global_secondary_index).toEqual([expect.objectContaining({ name: "other" })]);
  });
  test("of addGlobalIndexes beyond the quota", () => {
    const { stack, table } = notes();
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`by${index}x`, global]));
    expect(failure(() => table.addGlobalIndexes(many)).code).toBe("quota-exceeded");
    table.addGlobalIndexes({ other: global });
    expect(written(stack).global_secondary_index).toHaveLength(1);
  });
  test("of addLocalIndexes", () => {
    const { stack, table } = notes(composite);
    const call = () => table.addLocalIndexes({ byOwner: { sortKey: "owner" }, bad: { sortKey: "ownr" } });
    expect(failure(call).code).toBe("table-field-unknown");
    table.addLocalIndexes({ other: { sortKey: "image" } });
    const { attribute, local_secondary_index } = written(stack);
    expect(local_secondary_index).toEqual([expect.objectContaining({ name: "other" })]);
    expect(attribute).not.toContainEqual(expect.objectContaining({ name: "owner" }));
  });
});

test.each([
  ["partitionKey", { partitionKey: ["team", "kind"] }],
  ["sortKey", { partitionKey: "team", sortKey: ["kind", "at"] }],
])("a %s of several attributes is refused by name", (key, index) => {
  expect(failure(() => notes({ globalIndexes: { byTeam: index } as never }))).toMatchObject({
    code: "table-key-of-several",
    prop: expect.stringMatching(new RegExp(`byTeam.*${key}$`)),
  });
});
