import {
  bindingKey,
  boundIds,
  fallbackStage,
  isInSsm,
  parameterFolder,
  parameterName,
} from "../../lib/facts/bindings";

const files = { className: "Bucket", id: "my-files" };
const app = { ssmPrefix: "", name: "notes", stage: "dev" };

test("variables have the id with underscores", () => {
  expect(bindingKey(files, "bucketName")).toBe("SERVERFORM_Bucket_bucketName_my_files");
  const environment = {
    [bindingKey(files, "bucketName")]: "files-1234",
    SERVERFORM_Bucket_bucketArn_other: "x",
  };
  expect(boundIds(environment, "Bucket", "bucketName")).toEqual(["my_files"]);
});

test.each([
  [app, "/serverform/notes/dev/"],
  [{ ...app, ssmPrefix: "/team" }, "/team/serverform/notes/dev/"],
  [{ ...app, stage: fallbackStage }, "/serverform/notes/.fallback/"],
  [{ ...app, name: "" }, "/serverform/dev/"],
])("parameters of %j are below %s", (scope, folder) => {
  expect(parameterFolder(scope)).toBe(folder);
  expect(parameterName(scope, files, "bucketName")).toBe(`${folder}Bucket/my_files/bucketName`);
});

test.each([
  ["__FETCH_FROM_SSM__", true],
  ["__FETCH_FROM_SSM__:users@eu-west-1", true],
  ["files-1234", false],
])("a value that the code reads from SSM: %s %j", (value, expected) => {
  expect(isInSsm(value)).toBe(expected);
});
