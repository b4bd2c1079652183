import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { packagesOf } from "../../support/packages";

const packages = packagesOf("openapi");

/** Declares a test that asks the validator; skips it where the validator is not installed. */
export const testValidated = packages === undefined ? test.skip : test;

/** The problems that a public validator finds in a document. It is an ES module, so that it runs in a process of its own. */
export async function findProblems(document: object): Promise<readonly string[]> {
  const program = `
    import { Validator } from "@seriousme/openapi-schema-validator";
    import { text } from "node:stream/consumers";
    const { valid, errors } = await new Validator().validate(JSON.parse(await text(process.stdin)));
    process.stdout.write(JSON.stringify(valid ? [] : [errors].flat()));
  `;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: join(packages ?? "", ".."),
    encoding: "utf8",
    input: JSON.stringify(document),
  });
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout);
}
