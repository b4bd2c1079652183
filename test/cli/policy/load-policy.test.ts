import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadPolicy } from "../../../lib/cli/policy/run-policy";
import { root } from "../../examples/support";
import { temporaryFolder } from "../../support/stack";

/** Loads a policy file of a project. */
async function load(text: string, files: Readonly<Record<string, string>> = {}) {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "rules"));
  const all = { ...files, "serverform.policy.ts": text };
  for (const [name, content] of Object.entries(all)) writeFileSync(join(folder, name), content);
  return loadPolicy(folder, "serverform.policy.ts", "prod");
}

const imports = 'import { definePolicy, naming, openRoutes } from "serverform/policy";\n';

describe("a policy file", () => {
  test("is TypeScript, and may import files of the project", async () => {
    const text = `${imports}import { prefix } from "./rules/prefix";\nexport default definePolicy({ rules: [naming(prefix as RegExp)] });`;
    const { rules } = await load(text, { "rules/prefix.ts": "export const prefix: RegExp = /^a/;" });
    expect(rules.map(({ id }) => id)).toEqual(["naming"]);
  });

  test("is as the document shows it", async () => {
    const folder = join(root, "test/docs/examples/policy");
    const { rules, warnings } = await loadPolicy(folder, "serverform.policy.ts", "prod");
    expect(rules.map(({ id }) => id)).toEqual(expect.arrayContaining(["open-routes", "no-shared-queues"]));
    expect([...warnings]).toEqual(["AwsSolutions-COG2"]);
  });

  test("may depend on the stage", async () => {
    const text = `${imports}export default ({ stage }: { stage: string }) => definePolicy({ rules: stage === "prod" ? [openRoutes()] : [] });`;
    expect((await load(text)).rules).toHaveLength(1);
  });

  test.each([
    ["exports nothing", "const a = 1;", /exports nothing\.[\s\S]*\[policy-file-empty\]/],
    ["exports no policy", "export const rules = [];", /it exports rules\.[\s\S]*\[policy-file-empty\]/],
    ["exports something else by default", "export default { rules: [] };", /\[policy-file-empty\]/],
    [
      "throws",
      'throw new Error("no network");',
      /could not be loaded: no network[\s\S]*\[policy-file-failed\]/,
    ],
    ["throws for a stage", 'export default () => { throw new Error("none"); };', /could not be loaded: none/],
    ["is not TypeScript", "export default (", /serverform\.policy\.ts:1:1[\s\S]*\[policy-file-failed\]/],
    [
      "imports a missing file",
      'import "./gone";',
      /Could not resolve "\.\/gone"[\s\S]*\[policy-file-failed\]/,
    ],
    [
      "names an unknown rule",
      `${imports}export default definePolicy({ rules: [openRoutes()], warnings: ["opn-routes"] });`,
      /Did you mean "open-routes"\?[\s\S]*\[policy-rule-unknown\]/,
    ],
  ])("that %s is refused", async (_what, text, message) => {
    await expect(load(text)).rejects.toThrow(message);
  });
});
