import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inputsOf } from "../../../../lib/cli/terraform/record/inputs";
import { cleanUp, temporaryFolder } from "../../support/cli";

afterAll(cleanUp);

const folder = temporaryFolder();
mkdirSync(join(folder, "stack/assets"), { recursive: true });
for (const name of ["elsewhere.zip", "stack/assets/own.zip"]) writeFileSync(join(folder, name), "");

const inputs = (template: object) =>
  inputsOf({
    id: "b",
    folder: join(folder, "stack"),
    dependencies: ["a"],
    annotations: [],
    template: template as Readonly<Record<string, unknown>>,
  });

const withText = (text: string) => ({ resource: { aws_lambda_function: { f: { filename: text } } } });
const state = "data.terraform_remote_state.cross-stack-reference-input-a.outputs";

describe("The inputs of a stack", () => {
  test("are the outputs that it reads, each once", () => {
    const template = {
      resource: { t: { r: { x: `\${${state}.one}`, y: [`\${upper(${state}.two)} and \${${state}.one}`] } } },
      data: { terraform_remote_state: { "cross-stack-reference-input-a": {} } },
    };
    expect(inputs(template)).toEqual({
      outputs: ["one", "two"].map((output) => ({ reference: `${state}.${output}`, stack: "a", output })),
    });
  });

  test("are known with a provider that has a region", () => {
    expect(inputs({ provider: { aws: [{ region: "eu-west-1" }] } }).unknown).toBeUndefined();
  });

  test.each([
    "plain",
    "/health",
    "assets/own.zip",
    "./assets/own.zip",
    "${path.module}/assets/own.zip",
    '${filebase64sha256("${path.module}/assets/own.zip")}',
    '${filemd5("assets/own.zip")}',
    "${data.archive_file.x.output_base64sha256}",
    "${profile(1)}",
  ])("are known with %s", (text) => {
    expect(inputs(withText(text)).unknown).toBeUndefined();
  });

  test.each([
    ["${timestamp()}", "calls timestamp()"],
    ["${uuid ()}", "calls uuid()"],
    ['${file("/etc/hosts")}', "calls file()"],
    ['${filebase64("${path.module}/../x")}', "calls filebase64()"],
    ['${join("", [templatefile("assets/a", {}), filemd5("b")])}', "calls filemd5()"],
    ["${path.root}/x", "reads ${path.root}/x"],
    ["${path.module}/../x", "reads ${path.module}/../x"],
    ["../elsewhere.zip", "reads ../elsewhere.zip"],
    [join(folder, "elsewhere.zip"), `reads ${join(folder, "elsewhere.zip")}`],
  ])("are not known with %s", (text, why) => {
    expect(inputs(withText(text)).unknown).toBe(why);
  });

  test.each([
    [{ module: { m: {} } }, "has modules"],
    [{ variable: { v: {} } }, "has variables"],
    [{ data: { http: { h: {} } } }, "has data of http"],
    [{ provider: { aws: [{ region: "eu-west-1" }, { alias: "x" }] } }, "has a provider without a region"],
    [
      withText("${data.terraform_remote_state.other.outputs.x}"),
      "reads data.terraform_remote_state.other.outputs.x, whose stack is not in the app",
    ],
    [
      {
        ...withText("${keys(data.terraform_remote_state.cross-stack-reference-input-a.outputs)}"),
        data: { terraform_remote_state: { "cross-stack-reference-input-a": {} } },
      },
      "reads a whole state",
    ],
  ])("are not known with %j", (template, why) => {
    expect(inputs(template).unknown).toBe(why);
  });
});
