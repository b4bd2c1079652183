import { checkLimit, type Limit, limits } from "../../../lib/core/limits";
import { limitSamples } from "../../inputs/limit-samples";

const rows = Object.entries(limits).flatMap(([resource, attributes]) =>
  Object.entries<Limit>(attributes).map(([attribute, limit]) => ({ resource, attribute, limit })),
);

function verdictOf(check: () => void): string {
  try {
    check();
    return "taken";
  } catch (error) {
    return String(error).startsWith("ServerformError: dev-notes-Main/It: prop ") ? "refused" : String(error);
  }
}

describe("each row of the limits", () => {
  test.each(rows)(
    "$resource.$attribute takes what is within, and refuses what is beyond",
    ({ attribute, limit }) => {
      for (const { name, value, isValid } of limitSamples(attribute, limit)) {
        const check = () => checkLimit("dev-notes-Main/It", "prop", value, limit);
        expect(`${name}: ${verdictOf(check)}`).toBe(`${name}: ${isValid ? "taken" : "refused"}`);
      }
    },
  );

  test.each(rows)("$resource.$attribute names the document of AWS", ({ limit }) => {
    expect(limit.source).toMatch(/^https:\/\/docs\.aws\.amazon\.com\//);
  });
});

test.each(["${var.name}", "a-${var.name}", "%{ if true }a%{ endif }"])("takes the expression %s", (value) => {
  expect(() => checkLimit("It", "name", value, limits.aws_sqs_queue.name)).not.toThrow();
});
