import { Construct } from "constructs";
import { tableRow } from "../../../../lib/constructs/table/library";
import { type Permissions, permissionTarget } from "../../../../lib/kit/iam";
import { libraryConstructs, mergePermissions } from "../../../../lib/kit/iam/permissions";

describe("permissions of two places", () => {
  test.each<[Permissions | undefined, Permissions | undefined, Permissions | undefined]>([
    [undefined, undefined, undefined],
    [["s3"], undefined, ["s3"]],
    [undefined, ["s3"], ["s3"]],
    [["s3"], ["sqs"], ["s3", "sqs"]],
    [[], ["sqs"], ["sqs"]],
    ["*", ["sqs"], "*"],
    [["s3"], "*", "*"],
    ["*", undefined, "*"],
  ])("%j and %j are %j", (first, second, merged) => {
    expect(mergePermissions(first, second)).toEqual(merged);
  });
});

describe("constructs of the library in permissions", () => {
  const root = new Construct(undefined as never, "");
  class Table extends Construct {
    [permissionTarget]() {
      return { row: tableRow, arn: "arn" };
    }
  }
  const table = new Table(root, "Table");
  test("are found alone and with an access name; nothing else is", () => {
    const entries = [
      "s3",
      table,
      [table, "grantReadData"],
      new Construct(root, "Other"),
      { actions: [], resources: [] },
    ];
    expect(libraryConstructs(entries)).toEqual([table]);
  });
  test.each(["*", undefined, []])("are not in %j", (permissions) => {
    expect(libraryConstructs(permissions)).toEqual([]);
  });
});
