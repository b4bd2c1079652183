import { join, resolve } from "node:path";
import { resourceTypes } from "../../../lib/facts/aws/resource-types";
import { readSources } from "../../support/import-graph";

const sources = readSources(join(resolve(__dirname, "../../.."), "lib"));

/** The types of the provider's resources whose classes a source loads. Data sources make nothing. */
const typesIn = (source: string): readonly string[] =>
  [...source.matchAll(/^import (?!type)[^;]*?from "@cdktf\/provider-aws\/lib\/([a-z0-9-]+)"/gm)]
    .map(([, name = ""]) => name)
    .filter((name) => !name.startsWith("data-") && name !== "provider")
    .map((name) => `aws_${name.replaceAll("-", "_")}`);

test("each type of resource that a source of the library can make has facts", () => {
  const making = Object.entries(sources).filter(([file]) => !/^(migrate|local|model)\//.test(file));
  const types = new Set(making.flatMap(([, source]) => typesIn(source)));
  expect(types.size).toBeGreaterThan(80);
  expect([...types].filter((type) => resourceTypes[type] === undefined)).toEqual([]);
});

test("a type that is created first makes another one, if its name is not fixed or changes", () => {
  const wrong = Object.entries(resourceTypes)
    .filter(([, { isCreatedFirst }]) => isCreatedFirst === true)
    .filter(
      ([, { again, fixedBy, isReplacedByName = false }]) =>
        again !== "another" && fixedBy === undefined && !isReplacedByName,
    );
  expect(wrong).toEqual([]);
});

/** Places of other tables by resource type, and the reason why their facts are not in the rows of `resourceTypes`. */
const tables: Readonly<Record<string, string>> = {
  "cli/terraform/review/": "sentences of a deployment, made from planned values of several resources",
  "kit/core/limits/": "checks of values as constructs take them, by prop",
  "kit/function/invocation/destination.ts": "the permissions that Lambda needs for each kind of destination",
  "kit/iam/permissions/link.ts":
    "data sources, and types that a function may wait for although no construct describes them",
  "local/map/map-kinds.ts": "drawings of the console",
  "local/not-emulated.ts": "what this server leaves out, and not a fact of AWS",
  "local/permissions/usage/": "reads the calls that AWS makes from one resource to another",
  "model/permissions/grants.ts": "reads the policies of each type into one form",
  "model/policy/": "rules, which judge values",
  "model/proof/": "reads the settings that decide who may reach what",
  "model/resources/computed/": "computes values that AWS chooses",
};

/** Objects with three rows or more by type of resource, and lists of five types or more, by file and name. */
function tablesIn(source: string): readonly string[] {
  const parts = source.split(/^(?=(?:export )?const \w+)/m);
  return parts.flatMap((part) => {
    const keys = part.match(/^ {2}"?aws_\w+"?:/gm) ?? [];
    const items = part.match(/^ +\[?"aws_\w+",$|^ +\["aws_\w+", |^ +type: "aws_\w+",$/gm) ?? [];
    return keys.length >= 3 || items.length >= 5
      ? [/\w+(?=[:\s=])/.exec(part.replace(/^(export )?const /, ""))?.[0] ?? ""]
      : [];
  });
}

test("facts of a resource type are in its row, and at most 12 places have tables by type", () => {
  const found = Object.entries(sources)
    // Directives of AppSync begin with aws_, too.
    .filter(([file]) => !/^(migrate|facts\/app-sync)\//.test(file))
    .flatMap(([file, source]) => tablesIn(source).map((name) => `${file} ${name}`));
  const others = found.filter((each) => each !== "facts/aws/resource-types.ts resourceTypes");
  expect(others.length).toBeLessThan(found.length);
  const placeOf = (each: string) => Object.keys(tables).find((place) => each.startsWith(place));
  expect(others.filter((each) => placeOf(each) === undefined)).toEqual([]);
  // A place without a table needs no line above.
  expect(Object.keys(tables).filter((place) => !others.some((each) => placeOf(each) === place))).toEqual([]);
  expect(Object.keys(tables).length + 1).toBeLessThanOrEqual(12);
});
