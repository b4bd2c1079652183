import { packagesOf } from "../../../lib/cli/project/build-summary";
import type { SynthesizedStack } from "../../../lib/cli/project/synthesized-stack";
import { cleanUp, Project } from "../support/cli";

afterAll(cleanUp);

test("the packages of a stack are its folders and zips, and no other file beside them", () => {
  const project = new Project();
  project.write("assets/b-1/index.js", "12345");
  project.write("assets/a-1.zip", "123");
  project.write("assets/package.json", "{}");
  const stack = { folder: project.path(".") } as SynthesizedStack;
  expect(packagesOf(stack)).toEqual([
    { name: "a-1.zip", bytes: 3 },
    { name: "b-1", bytes: 5 },
  ]);
});
