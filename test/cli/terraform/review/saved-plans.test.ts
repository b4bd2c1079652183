import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SynthesizedStack } from "../../../../lib/cli/project/synthesized-stack";
import {
  readPlans,
  restorePlan,
  savedPlan,
  writePlans,
} from "../../../../lib/cli/terraform/review/saved-plans";

let folder: string;
let stack: SynthesizedStack;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "serverform-plans-"));
  mkdirSync(join(folder, "assets/get"), { recursive: true });
  mkdirSync(join(folder, ".terraform"));
  for (const [name, text] of [
    ["cdk.tf.json", "{}"],
    ["assets/get/index.js", "code"],
    ["assets/get.zip", "zip"],
  ] as const)
    writeFileSync(join(folder, name), text);
  writeFileSync(planFile(), "plan");
  const archive = { output_path: "${path.module}/assets/get.zip" };
  stack = {
    id: "dev-x",
    folder,
    dependencies: [],
    annotations: [],
    template: { data: { archive_file: { a: archive } } },
  };
});
afterEach(() => {
  for (const each of [folder, file(), planFile()]) rmSync(each, { recursive: true, force: true });
});

const file = () => `${folder}.json`;
const planFile = () => `${folder}.tfplan`;
const save = (commit?: string) =>
  writePlans(file(), {
    stage: "dev",
    ...(commit !== undefined && { commit }),
    stacks: { "dev-x": savedPlan(stack, planFile(), { changes: [], outputs: [] }) },
  });
const readBack = (stage = "dev", commit?: string) => readPlans(file(), { stage, commit, stacks: [stack] });

describe("A saved plan", () => {
  test("puts back what it applies, and nothing else: the plan, and the zip files that Terraform wrote for it", () => {
    save();
    for (const path of [planFile(), join(folder, "assets/get.zip")]) rmSync(path);
    const { stacks } = readBack();
    const [plan] = Object.values(stacks);
    if (plan === undefined) throw new Error("no plan");
    const { zips } = plan;
    const foreign = { "../outside.zip": "", "assets/other.zip": "" };
    restorePlan(stack, { ...plan, zips: { ...zips, ...foreign } }, planFile());
    for (const path of Object.keys(foreign)) expect(existsSync(join(folder, path))).toBe(false);
    const read = (path: string) => readFileSync(path, "utf8");
    expect([read(planFile()), read(join(folder, "assets/get.zip"))]).toEqual(["plan", "zip"]);
  });

  test("can be read by its owner only, also in the place of a file that others can read", () => {
    writeFileSync(file(), "", { mode: 0o644 });
    save();
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  test("has the same configuration when Terraform has added to the folder", () => {
    save();
    writeFileSync(join(folder, ".terraform.lock.hcl"), "lock");
    writeFileSync(join(folder, "assets/get.zip"), "another zip");
    for (const left of ["serverform.unanswered.json", "errored.tfstate", "crash.log"])
      writeFileSync(join(folder, left), "{}");
    expect(Object.keys(readBack().stacks)).toEqual(["dev-x"]);
  });

  test.each<[string, () => unknown, string, string]>([
    [
      "the code has changed",
      () => writeFileSync(join(folder, "assets/get/index.js"), "new"),
      "another configuration",
      "plan-differs",
    ],
    [
      "the configuration has changed",
      () => writeFileSync(join(folder, "cdk.tf.json"), "{ }"),
      "another configuration",
      "plan-differs",
    ],
    ["the file is gone", () => rmSync(file()), "there is no such file", "plan-unreadable"],
    [
      "the file holds something else",
      () => writeFileSync(file(), "{}"),
      "it holds no plans",
      "plan-unreadable",
    ],
  ])("is refused when %s", (_what, change, problem, code) => {
    save();
    change();
    expect(() => readBack()).toThrow(problem);
    expect(() => readBack()).toThrow(expect.objectContaining({ code }));
  });

  test("is refused for another stage and for another commit", () => {
    save("abc");
    expect(() => readBack("prod", "abc")).toThrow("which is for another stage: dev, not prod");
    expect(() => readBack("dev", "def")).toThrow("which is for another commit: abc, not def");
    expect(() => readBack("dev")).toThrow("which is for another commit: abc, not none");
  });
});
