import { readFileSync } from "node:fs";
import {
  checkLimit,
  headerNameLimit,
  type Limit,
  limits,
  mediaTypeLimit,
  modelLimit,
  modelNameLimit,
  originLimit,
  regionLimit,
  roleArnLimit,
  type TextLimit,
  userPoolIdLimit,
} from "../../../../lib/kit/core";
import {
  clientIdLimit,
  type LimitRow,
  type ModelledLimit,
  scopeLimit,
} from "../../../../lib/kit/core/limits";
import { apiLimits } from "../../../../lib/kit/core/limits/api-facts";
import { limitSamples } from "../../../inputs/limit-samples";

const given = Object.entries(limits).flatMap(([resource, attributes]) =>
  Object.entries<LimitRow | ModelledLimit>(attributes).map(([attribute, row]) => ({
    resource,
    attribute,
    row,
  })),
);

const rows = given.flatMap(({ resource, attribute, row }) => {
  const limit = row.kind === "modelled" ? modelLimit(resource, attribute) : row;
  const exception: readonly Limit[] = "exception" in row && row.exception ? [row.exception.limit] : [];
  return [limit, ...exception].map((each) => ({ resource, attribute, limit: each }));
});

const partsOf = (limit: Limit) =>
  limit.kind === "text" ? [limit.min, limit.max, limit.pattern.source, limit.expected] : undefined;

test("no row by hand says what the models of AWS say", () => {
  const byHand = given.flatMap(({ resource, attribute, row }) =>
    row.kind === "modelled" ? [] : [{ resource, attribute, row }],
  );
  const repeated = byHand.filter(({ resource, attribute, row }) => {
    const found = apiLimits(resource).find(({ keys }) => keys.join(".") === attribute);
    const parts = partsOf(row);
    return found && parts !== undefined && JSON.stringify(partsOf(found.limit)) === JSON.stringify(parts);
  });
  // The remedy is to name the attribute in `modelled(...)` of its type.
  expect(repeated.map(({ resource, attribute }) => `${resource}.${attribute}`)).toEqual([]);
  expect(given.length - byHand.length).toBe(79);
});

function verdictOf(check: () => void): string {
  try {
    check();
    return "taken";
  } catch (error) {
    return String(error).startsWith("ServerformError: dev-notes-Main/It: prop") ? "refused" : String(error);
  }
}

describe("each row of the limits", () => {
  test.each(rows)(
    "$resource.$attribute accepts values within the limits, and refuses values beyond",
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

test.each(rows.filter(({ limit }) => limit.kind === "number"))(
  "$resource.$attribute takes its number in the type that the provider has",
  ({ resource, attribute, limit }) => {
    const folder = resource.replace(/^aws_/, "").replaceAll("_", "-");
    const types = readFileSync(require.resolve(`@cdktf/provider-aws/lib/${folder}/index.d.ts`), "utf8");
    const key = attribute.split(".").at(-1);
    const declared = [...types.matchAll(new RegExp(`readonly ${key}\\??: (\\w+);`, "g"))].map(
      ([, type]) => type,
    );
    expect(declared).toContain(limit.kind === "number" && limit.isText ? "string" : "number");
  },
);

test.each(["${var.name}", "a-${var.name}", "%{ if true }a%{ endif }"])("takes the expression %s", (value) => {
  expect(() => checkLimit("It", "name", value, limits.aws_sqs_queue.name)).not.toThrow();
});

/** Texts that a grammar takes, and texts that it refuses. */
const grammars: readonly (readonly [string, TextLimit, readonly string[], readonly string[]])[] = [
  ["header", headerNameLimit, ["Content-Type", "x-*", "*"], ["", "a b", "a:b", "ä", "a,b"]],
  [
    "origin",
    originLimit,
    ["*", "https://a.example.com", "https://*.example.com", "http://localhost:3000", "capacitor://localhost"],
    [
      "https://a.example.com/",
      "https://a.example.com/x",
      "",
      "https://a.example.com https://b.example.com",
      "https://ä.example",
      "https://a,https://b",
      "'*'",
    ],
  ],
  ["scope", scopeLimit, ["notes/read", "https://example.com/notes:read"], ["", "a b", 'a"', "a\\b", "ä"]],
  [
    "media type",
    mediaTypeLimit,
    ["application/json", "text/plain; charset=utf-8"],
    ["", "json", "a/", "a b/c"],
  ],
  ["model", modelNameLimit, ["Empty", "Note2"], ["", "my-note", "note.v1"]],
  ["region", regionLimit, ["eu-west-1", "us-gov-east-1", "ap-southeast-2"], ["", "Europe", "eu-west"]],
  [
    "role",
    roleArnLimit,
    ["arn:aws:iam::111122223333:role/logs", "arn:aws-cn:iam::111122223333:role/a/b"],
    ["", "logs", "arn:aws:iam::1:role/logs", "arn:aws:iam::111122223333:user/logs"],
  ],
  ["user pool", userPoolIdLimit, ["eu-west-1_Ab12Cd34E"], ["", "eu-west-1", "eu-west-1_a-b"]],
  ["client", clientIdLimit, ["3n4b5urk1ft4fl3mg5e62d9ado"], ["", "a b", "a-b"]],
];

describe.each(grammars)("the grammar of a %s", (_, limit, taken, refused) => {
  const verdict = (value: string) => verdictOf(() => checkLimit("dev-notes-Main/It", "prop", value, limit));
  test.each(taken)("takes %j", (value) => expect(verdict(value)).toBe("taken"));
  test.each(refused)("refuses %j", (value) => expect(verdict(value)).toBe("refused"));
});
