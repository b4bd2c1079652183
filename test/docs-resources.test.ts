import { constructDescriptions } from "../lib/constructs/list";
import type { ConstructDescription } from "../lib/kit/description";
import { readmeOf } from "./docs/readme-of";
import { listedTypes, typesOf } from "./docs/resources-table";
import { readSamples, sampleAccount } from "./support/construct-samples";
import { addresses, testStack } from "./support/stack";

const descriptions: readonly ConstructDescription[] = constructDescriptions;
const samples = readSamples();
const documented = descriptions.flatMap((description) => {
  const readme = readmeOf(description);
  const makeEverything = samples.get(description.className)?.makeEverything;
  return readme === undefined || makeEverything === undefined ? [] : [[readme, makeEverything] as const];
});

describe("the table of resources of a construct", () => {
  test.each(documented)("in %s is all that it makes, and nothing else", (readme, makeEverything) => {
    // Some resources exist with newer providers only.
    const stack = testStack({ account: sampleAccount, provider: { version: ">= 6.66" } });
    makeEverything(stack);
    expect([...typesOf(addresses(stack))].sort()).toEqual(listedTypes(readme));
  });
});
