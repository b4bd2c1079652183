import { join, resolve } from "node:path";
import { resourceTypes } from "../../../lib/facts/aws/resource-types";
import { readSources } from "../../support/import-graph";

/** The types of the provider's resources whose classes a source loads. Data sources make nothing. */
const typesIn = (source: string): readonly string[] =>
  [...source.matchAll(/^import (?!type)[^;]*?from "@cdktf\/provider-aws\/lib\/([a-z0-9-]+)"/gm)]
    .map(([, name = ""]) => name)
    .filter((name) => !name.startsWith("data-") && name !== "provider")
    .map((name) => `aws_${name.replaceAll("-", "_")}`);

test("each type of resource that a source of the library can make has facts", () => {
  const sources = Object.entries(readSources(join(resolve(__dirname, "../../.."), "lib"))).filter(
    ([file]) => !/^(migrate|local|model)\//.test(file),
  );
  const types = new Set(sources.flatMap(([, source]) => typesIn(source)));
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
