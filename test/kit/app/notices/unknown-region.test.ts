import { standardErrorOf } from "../../../support/environment";
import { temporaryFolder, testStack } from "../../../support/stack";

const noticesIn = (region: string) =>
  standardErrorOf(() => testStack({ outdir: temporaryFolder(), region }).app.synth());

test.each([
  ["eu-central-4", 'Did you mean "eu-central-1"?'],
  ["ap-southeast-9", 'Did you mean "ap-southeast-1"?'],
])("a stack in %s is synthesized, with a notice that names a known region", (region, meant) => {
  expect(noticesIn(region)).toBe(
    `serverform: region "${region}" is not among the regions that this version knows; if it is not a new one, every call to AWS fails. ${meant}\n`,
  );
});

test.each(["eu-central-1", "us-gov-west-1", "eusc-de-east-1"])("a stack in %s has no notice", (region) => {
  expect(noticesIn(region)).toBe("");
});
