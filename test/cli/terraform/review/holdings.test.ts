import { apiTerms } from "../../../../lib/cli/terraform/review/api-terms";
import { plannedValues } from "../../../../lib/cli/terraform/review/planned-changes";
import { resourceTypes } from "../../../../lib/facts/aws/resource-types";

const stack = { id: "dev-notes-Main", folder: "", dependencies: [], annotations: [], template: {} };

/** The lines about one resource whose only attribute is this. */
function linesOf(type: string, actions: readonly string[], values: object = { name: "it" }): string[] {
  const before = actions.includes("create") && actions.length === 1 ? null : values;
  const after = actions.includes("delete") && actions.length === 1 ? null : { ...values, other: "1" };
  const change = { actions, before, after, after_unknown: {} };
  const planned = plannedValues({ resource_changes: [{ address: `${type}.It`, mode: "managed", change }] });
  return apiTerms(stack, planned).map(({ text }) => text);
}

const kinds = Object.entries(resourceTypes).flatMap(([type, { holding }]) =>
  holding === undefined ? [] : [{ type, ...holding }],
);
const whole = kinds.filter(({ isPart }) => isPart !== true);
const parts = kinds.filter(({ isPart }) => isPart === true);

describe("Lines of a plan about resources that hold data or an address", () => {
  test.each(whole)("$type is listed when it is created and changed", ({ type, noun }) => {
    const name = new RegExp(`^the ${noun} `);
    expect(linesOf(type, ["create"]).filter((line) => name.test(line))).toEqual([
      expect.stringMatching(/ is created$/),
    ]);
    expect(linesOf(type, ["update"]).filter((line) => name.test(line))).toEqual([
      expect.stringMatching(/ changes$/),
    ]);
  });

  test.each(parts)("$type is not listed: it is a part of another resource that is", ({ type, noun }) => {
    const name = new RegExp(`^the ${noun} `);
    for (const actions of [["create"], ["update"]])
      expect(linesOf(type, actions).filter((line) => name.test(line))).toEqual([]);
  });

  test.each(kinds)("$type is listed when it is deleted, unless that is a loss or it is a part", (kind) => {
    const { type, holds, isPart, effect } = kind;
    const lines = linesOf(type, ["delete"]).filter((line) => line.startsWith(`the ${kind.noun} `));
    if (holds === "logs") expect(lines).toEqual([expect.stringMatching(`is deleted: ${effect}$`)]);
    else if (holds === "address" && isPart !== true)
      expect(lines).toEqual([expect.stringMatching(/ is deleted$/)]);
    else expect(lines).toEqual([]);
  });

  test("logs that stay in AWS are not listed as deleted", () => {
    expect(linesOf("aws_cloudwatch_log_group", ["delete"], { name: "it", skip_destroy: true })).toEqual([]);
  });

  test.each(kinds)("$type has no line here when it is replaced: that is a loss", ({ type, noun }) => {
    const lines = linesOf(type, ["delete", "create"]);
    expect(lines.filter((line) => line.startsWith(`the ${noun} `))).toEqual([]);
  });
});
