import { type Configuration, placesOfLaterChanges } from "./second-plan";

const code = {
  type: "zip",
  source_dir: "${path.module}/assets/Get",
  output_path: "${path.module}/assets/Get.zip",
};
const data = { archive_file: { Code: code } };
const fn = (more: object): Configuration => ({ data, resource: { aws_lambda_function: { Get: more } } });
const output = (value: unknown, more: Configuration = { data }): Configuration => ({
  ...more,
  output: { o: { value } },
});
const role = { resource: { aws_iam_role: { Role: { name: "role" } } } };

test.each<[string, Configuration]>([
  ["the outputs of the archive itself", fn({ filename: "${data.archive_file.Code.output_path}" })],
  [
    "a file of the synthesis",
    fn({ source_code_hash: '${filebase64sha256("${path.module}/assets/Put.zip")}' }),
  ],
  [
    "a file whose name begins like that of an archive",
    output('${file("${path.module}/assets/Get.zip.txt")}'),
  ],
  ["a list of another folder", output('${fileset("${path.module}/pages", "**")}')],
  [
    "another value each time that is ignored",
    fn({ tag: "${uuid()}", lifecycle: { ignore_changes: ["tag"] } }),
  ],
  ["text that only looks like a call", output("uuid() and file(x)")],
  [
    "a data source of an existing resource",
    { ...role, data: { aws_iam_role: { Given: { name: "other" } } } },
  ],
])("%s gives no later changes", (_, configuration) => {
  expect(placesOfLaterChanges(configuration)).toEqual([]);
});

const files = "assets/Get.zip, which the plan writes";

test.each<[string, Configuration, string]>([
  [
    "the hash of an archive",
    fn({ source_code_hash: '${filebase64sha256("${path.module}/assets/Get.zip")}' }),
    `aws_lambda_function.Get.source_code_hash: reads ${files}`,
  ],
  [
    "the path of an archive",
    fn({ filename: "./assets/Get.zip" }),
    `aws_lambda_function.Get.filename: reads ${files}`,
  ],
  ["whether a file exists", output('${fileexists("assets/Get.zip")}'), `output.o.value: reads ${files}`],
  [
    "a list of the packages",
    output('${[for f in fileset("${path.module}/assets", "**") : f]}'),
    `output.o.value: fileset() may read ${files}`,
  ],
  ["a list of all files", output('${fileset(".", "**")}'), `output.o.value: fileset() may read ${files}`],
  [
    "files of a loop",
    output('${[for f in local.files : filesha256("${path.module}/assets/${f}")]}'),
    `output.o.value: filesha256() may read ${files}`,
  ],
  [
    "a file with a path from elsewhere",
    output("${file(local.path)}"),
    "output.o.value: file() reads a file whose path is not known",
  ],
  ["a local value", { data, locals: { hash: '${filemd5("assets/Get.zip")}' } }, `local.hash: reads ${files}`],
  [
    "an archive of the folder of archives",
    { data: { archive_file: { Code: code, All: { source_dir: "assets", output_path: "all.zip" } } } },
    `data.archive_file.All.source_dir: reads the folder of ${files}`,
  ],
  [
    "a file that a resource writes",
    output('${file("note.txt")}', { resource: { local_file: { Note: { filename: "note.txt" } } } }),
    "output.o.value: reads note.txt, which the plan writes",
  ],
  [
    "the time",
    fn({ description: "at ${timestamp()}" }),
    "aws_lambda_function.Get.description: timestamp() differs each time",
  ],
  [
    "a data source of a resource that the plan creates",
    { ...role, data: { aws_iam_role: { Made: { name: "${aws_iam_role.Role.name}" } } } },
    "data.aws_iam_role.Made: reads aws_iam_role.Role",
  ],
  [
    "a data source that waits for a resource that the plan creates",
    { ...role, data: { aws_iam_role: { Made: { name: "role", depends_on: ["aws_iam_role.Role"] } } } },
    "data.aws_iam_role.Made: reads aws_iam_role.Role",
  ],
])("%s gives later changes", (_, configuration, place) => {
  expect(placesOfLaterChanges(configuration)).toEqual([place]);
});
