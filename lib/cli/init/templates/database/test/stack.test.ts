import { expect, test } from "@jest/globals";
import { Testing } from "cdktf";
import { App, getStack } from "serverform";
import { Tasks } from "../stacks/tasks.js";

test("the database is encrypted and reached over the Data API", () => {
  new App({ name: "database", stage: "test" }).stack(Tasks);
  const { resource } = JSON.parse(Testing.synth(getStack(Tasks)));
  const [cluster] = Object.values(resource.aws_rds_cluster);
  expect(cluster).toMatchObject({ storage_encrypted: true, enable_http_endpoint: true });
});
