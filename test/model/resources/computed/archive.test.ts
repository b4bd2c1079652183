import * as fs from "node:fs";
import * as path from "node:path";
import { modelOf, onlyOf, outputFolder, read } from "../output";

const json = {
  data: {
    archive_file: {
      Code: {
        source_dir: "${path.module}/assets/code",
        output_path: "${path.module}/assets/code.zip",
        type: "zip",
      },
    },
  },
  resource: {
    aws_lambda_function: {
      F: {
        function_name: "f",
        filename: "${data.archive_file.Code.output_path}",
        source_code_hash: "${data.archive_file.Code.output_base64sha256}",
      },
    },
  },
};

test("the hash of an archive that is not written yet changes with its files", () => {
  const folder = outputFolder({
    "app/cdk.tf.json": json,
    "app/assets/code/a.js": "1",
    "app/assets/code/b/c.js": "2",
  });
  const functionOf = () => onlyOf(read(folder).model, "aws_lambda_function").values;
  const before = functionOf();
  expect(before.filename).toBe(path.join(folder, "app/assets/code.zip"));
  expect(before.source_code_hash).toMatch(/^[A-Za-z0-9+/]{43}=$/);
  expect(functionOf()).toEqual(before);
  fs.appendFileSync(path.join(folder, "app/assets/code/b/c.js"), "3");
  expect(functionOf().source_code_hash).not.toBe(before.source_code_hash);
});

test("an archive without files still has a hash", () => {
  const { model } = read(outputFolder({ "app/cdk.tf.json": json }));
  expect(onlyOf(model, "aws_lambda_function").values.source_code_hash).toHaveLength(44);
});

test("the hash of an archive of texts changes with them", () => {
  const hashOf = (content: string) =>
    modelOf({ data: { archive_file: { A: { type: "zip", source: { content, filename: "a.js" } } } } })
      .resources[0]?.values.output_base64sha256;
  expect(hashOf("1")).toBe(hashOf("1"));
  expect(hashOf("2")).not.toBe(hashOf("1"));
});
