import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { digestsOf } from "../../../lib/cli/stacks/list-stacks";
import { temporaryFolder } from "../../support/stack";

function stackWith(files: Readonly<Record<string, string>>) {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries({ "cdk.tf.json": "{}", ...files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return digestsOf({ folder });
}

const packages = { "assets/Get/index.js": "first", "assets/Put.zip": "zip" };
const digests = stackWith(packages);

describe("The digests of a stack", () => {
  test("are the same in every folder, also after Terraform has written the zips of its packages", () => {
    expect(stackWith({ ...packages, "assets/Get.zip": "written" })).toEqual(digests);
  });

  test.each([
    ["the content of a package", { "assets/Get/index.js": "second" }],
    ["the path of a file", { "assets/Get/.hidden": "" }],
    ["a zip of the app", { "assets/Put.zip": "other" }],
  ])("are different for %s", (_, change) => {
    const changed = stackWith({ ...packages, ...change });
    expect(changed.configuration).toBe(digests.configuration);
    expect(changed.packages).not.toBe(digests.packages);
  });

  test("tell the configuration apart", () => {
    const changed = stackWith({ ...packages, "cdk.tf.json": '{"output":{}}' });
    expect(changed.configuration).not.toBe(digests.configuration);
    expect(changed.packages).toBe(digests.packages);
  });
});
