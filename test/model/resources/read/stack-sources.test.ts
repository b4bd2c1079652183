import * as path from "node:path";
import { isLibraryError } from "../../../../lib/facts/errors/error";
import { readModel } from "../../../../lib/model";
import { onlyOf, outputFolder, read } from "../output";

describe("stacks", () => {
  const producer = {
    resource: { aws_dynamodb_table: { T: { name: "dev-notes" } } },
    output: { table: { value: "${aws_dynamodb_table.T.name}" }, "a-b": { value: ["x"] } },
  };
  const consumer = (config: object) => ({
    data: { terraform_remote_state: { S: { backend: "any", config } } },
    resource: {
      terraform_data: {
        D: {
          input:
            '${data.terraform_remote_state.S.outputs.table}/${data.terraform_remote_state.S.outputs["a-b"][0]}',
        },
      },
    },
  });

  test.each([
    [{ path: "../../../terraform.dev-notes-Data.tfstate" }],
    [{ bucket: "state", key: "some/where/dev-notes-Data.tfstate" }],
    [{ bucket: "state", key: "prefix-dev-notes-Data.tfstate" }],
    [{ organization: "o", workspaces: { name: "dev-notes-Data" } }],
    [{ organization: "o", workspaces: [{ name: "dev-notes-Data" }] }],
    [{ path: "../dev-notes-Data/terraform.tfstate" }],
  ])("outputs of another stack are read through %j", (config) => {
    const { model, warnings } = read(
      outputFolder({
        "stacks/dev-notes-Data/cdk.tf.json": producer,
        "stacks/Data/cdk.tf.json": { output: { table: { value: "wrong" } } },
        "stacks/dev-notes-Api/cdk.tf.json": consumer(config),
      }),
    );
    expect(warnings).toEqual([]);
    expect(onlyOf(model, "terraform_data").values.output).toBe("dev-notes/x");
  });

  test("a manifest says where the stacks are, and in which order", () => {
    const folder = outputFolder({
      "manifest.json": {
        stacks: {
          Second: { synthesizedStackPath: "stacks/Second/cdk.tf.json" },
          First: { synthesizedStackPath: "elsewhere/cdk.tf.json" },
        },
      },
      "stacks/Second/cdk.tf.json": { resource: { aws_x: { B: {}, A: {} } } },
      "elsewhere/cdk.tf.json": { resource: { aws_x: { C: {} } } },
      "stacks/Old/cdk.tf.json": { resource: { aws_x: { D: {} } } },
    });
    const { model } = read(folder);
    expect(model.resources.map(({ address }) => address)).toEqual([
      "Second/aws_x.A",
      "Second/aws_x.B",
      "First/aws_x.C",
    ]);
    expect(model.ofType("aws_x")[2]).toMatchObject({
      stack: "First",
      name: "C",
      folder: path.join(folder, "elsewhere"),
      constructPath: undefined,
    });
  });

  test("without a manifest each folder with Terraform JSON is a stack", () => {
    const folder = outputFolder({
      "a/one.tf.json": { locals: { x: "1" } },
      "a/two.tf.json": { resource: { aws_x: { A: { name: "${local.x}" } } } },
      "b/c/main.tf.json": { resource: [{ aws_x: [{ B: [{}] }] }] },
      "b/node_modules/p/main.tf.json": { resource: { aws_x: { C: {} } } },
      "b/.terraform/main.tf.json": { resource: { aws_x: { D: {} } } },
      "manifest.json": { version: "of something else" },
    });
    const { model } = read(folder);
    expect(model.resources.map(({ address }) => address)).toEqual(["a/aws_x.A", "c/aws_x.B"]);
    expect(model.ofType("aws_x")[0]?.values.name).toBe("1");
  });

  test("folders of the same name are told apart by their paths", () => {
    const folder = outputFolder({
      "x/s/a.tf.json": { resource: { aws_x: { A: {} } } },
      "y/s/a.tf.json": { resource: { aws_x: { A: {} } } },
    });
    const root = path.basename(folder);
    expect(read(folder).model.resources.map(({ stack }) => stack)).toEqual([`${root}/x/s`, `${root}/y/s`]);
  });

  test("a folder may hold its Terraform JSON itself", () => {
    const folder = outputFolder({ "main.tf.json": { resource: { aws_x: { A: {} } } } });
    expect(read(folder).model.resources[0]?.address).toBe(`${path.basename(folder)}/aws_x.A`);
  });
});

describe("mistakes", () => {
  const problemOf = (folder: string): string => {
    try {
      readModel(folder);
    } catch (error) {
      if (isLibraryError(error)) return `${error.code}: ${error.message}`;
      throw error;
    }
    return "none";
  };

  test("a missing folder says how to make one", () => {
    const folder = path.join(outputFolder({}), "none");
    expect(problemOf(folder)).toMatch(
      /^local-folder-missing: .*none, which does not exist\.\n {2}Synthesize/,
    );
  });

  test("a folder without Terraform JSON says what is looked for", () => {
    expect(problemOf(outputFolder({ "main.tf": "", "a/b.json": {} }))).toMatch(
      /^local-folder-empty: .*\n.*\.tf\.json/,
    );
  });

  test.each([
    [{ "app/cdk.tf.json": '{"resource": ' }, "app/cdk.tf.json"],
    [{ "manifest.json": "<html>" }, "manifest.json"],
  ])("JSON that cannot be read names its file: %j", (files, name) => {
    expect(problemOf(outputFolder(files))).toMatch(
      new RegExp(`^local-json-malformed: .*${name} cannot be read as JSON`),
    );
  });

  test("a stack that the manifest lists must be there", () => {
    const folder = outputFolder({ "manifest.json": { stacks: { Main: {} } } });
    expect(problemOf(folder)).toMatch(
      /^local-stack-missing: local: stack "Main" is listed in manifest\.json/,
    );
  });

  test.each([
    [null],
    [[]],
    ["text"],
    [{ resource: 1, data: null, locals: "x", provider: [null], output: { o: 1 }, variable: [] }],
    [{ resource: { aws_x: null, aws_y: { A: null, B: [], C: "x", D: 1 } } }],
    [{ resource: { aws_lambda_function: { A: { function_name: { no: "text" }, publish: [] } } } }],
    [{ resource: { aws_iam_role: { A: { count: "many", dynamic: 1, "//": 1 } } } }],
    [{ provider: { aws: 1 }, resource: { aws_cognito_user_pool: { A: { provider: 3, region: [] } } } }],
  ])("foreign JSON is read without falling over: %j", (json) => {
    expect(() => read(outputFolder({ "app/a.tf.json": JSON.stringify(json) }))).not.toThrow();
  });
});
