import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { constructDescriptions } from "../../lib/constructs/list";
import { readSamples, sampleAccount } from "../support/construct-samples";
import { addresses, testStack } from "../support/stack";

const file = join(__dirname, "samples.json");
const samples = readSamples();

/** Addresses of the sample of each construct, in an app of its own. */
function current(): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    constructDescriptions.map(({ className }) => {
      const stack = testStack({ account: sampleAccount });
      const sample = samples.get(className);
      if (sample === undefined) throw new Error(`test/constructs/<name>/samples.ts lacks ${className}.`);
      sample.make(stack);
      return [className, addresses(stack)];
    }),
  );
}

// As in addresses.test.ts: a changed address destroys and creates the resource.
test("the addresses of each construct are those of samples.json", () => {
  const found = current();
  if (process.env.UPDATE_GOLDEN) writeFileSync(file, `${JSON.stringify(found, null, 2)}\n`);
  expect(found).toEqual(JSON.parse(readFileSync(file, "utf8")));
});
