/** @group processes */

import * as fs from "node:fs";
import * as path from "node:path";
import { DynamodbTable } from "@cdktf/provider-aws/lib/dynamodb-table";
import { S3Backend, TerraformStack } from "cdktf";
import { type AppBackendProps, type AppProps, Stack } from "../../../../lib/kit/app";
import { checkOutput } from "../../../support/reference-check";
import { fixture, synthesized, temporaryFolder, testApp } from "../../../support/stack";

interface Settings {
  readonly terraform: { readonly backend?: object; readonly cloud?: object };
}

/** An app of two stacks, the second of which reads the name of the first one's table. */
function twoStacks(props: AppProps) {
  const app = testApp(props);
  const data = new Stack(app, "Data");
  const table = new DynamodbTable(data, "Notes", { name: "notes" });
  const service = new Stack(app, "Service");
  service.addOutputs({ Table: table.name });
  return { app, data, service };
}

function settingsOf(stack: Stack) {
  const { terraform } = synthesized(stack) as unknown as Settings;
  return terraform.cloud ? { cloud: terraform.cloud } : terraform.backend;
}

const remoteStateOf = (stack: Stack) =>
  Object.values(synthesized(stack).data.terraform_remote_state ?? {})[0];

describe("the local backend", () => {
  afterAll(() => fs.rmSync(path.join(fixture, "cdktf.out"), { recursive: true, force: true }));
  test.each([
    [undefined, "../../../terraform.dev-notes-Data.tfstate"],
    ["state", "../../../state/terraform.dev-notes-Data.tfstate"],
    ["../state", "../../../../state/terraform.dev-notes-Data.tfstate"],
  ])("keeps one file per stack, in the directory %p beside cdktf.json", (directory, file) => {
    const outdir = path.join(fixture, "cdktf.out");
    const { data, service } = twoStacks({
      outdir,
      backend: { type: "local", directory },
    });
    expect(settingsOf(data)).toEqual({ local: { path: file } });
    expect(remoteStateOf(service)).toMatchObject({
      backend: "local",
      config: { path: file },
    });
  });
  test("finds the project from a deeper output folder", () => {
    const { data } = twoStacks({
      outdir: path.join(fixture, "cdktf.out", "deep"),
    });
    expect(settingsOf(data)).toEqual({
      local: { path: "../../../../terraform.dev-notes-Data.tfstate" },
    });
  });
  test("is beside an output folder outside of the project", () => {
    const { data } = twoStacks({ outdir: temporaryFolder() });
    expect(settingsOf(data)).toEqual({
      local: { path: "../../../terraform.dev-notes-Data.tfstate" },
    });
  });
});

describe("the S3 backend", () => {
  test("keeps one object per stack, in the region of the app", () => {
    const { data, service } = twoStacks({
      region: "eu-west-1",
      backend: { type: "s3", bucket: "states" },
    });
    const config = {
      bucket: "states",
      key: "dev-notes-Data.tfstate",
      region: "eu-west-1",
    };
    expect(settingsOf(data)).toEqual({ s3: config });
    expect(remoteStateOf(service)).toMatchObject({ backend: "s3", config });
  });
  test("takes a key prefix and every key of the backend", () => {
    const { data, service } = twoStacks({
      backend: {
        type: "s3",
        bucket: "states",
        region: "us-west-2",
        keyPrefix: "notes/",
        encrypt: true,
        dynamodbTable: "locks",
      },
    });
    const config = {
      bucket: "states",
      key: "notes/dev-notes-Data.tfstate",
      region: "us-west-2",
      encrypt: true,
    };
    expect(settingsOf(data)).toEqual({
      s3: { ...config, dynamodb_table: "locks" },
    });
    expect(remoteStateOf(service)).toMatchObject({ config });
  });
});

test("the S3 backend locks the state with a file when the setting is on", () => {
  const locked = twoStacks({ backend: { type: "s3", bucket: "states", useLockfile: true } });
  expect(settingsOf(locked.data)).toMatchObject({ s3: { use_lockfile: true } });
  const open = twoStacks({ backend: { type: "s3", bucket: "states" } });
  expect(settingsOf(open.data)).not.toHaveProperty("s3.use_lockfile");
});

describe("the cloud backend", () => {
  test("keeps one workspace per stack", () => {
    const { data, service } = twoStacks({
      backend: { type: "cloud", organization: "acme", project: "notes" },
    });
    expect(settingsOf(data)).toEqual({
      cloud: {
        organization: "acme",
        workspaces: { name: "dev-notes-Data", project: "notes" },
      },
    });
    expect(remoteStateOf(service)).toMatchObject({
      backend: "remote",
      config: { organization: "acme", workspaces: { name: "dev-notes-Data" } },
    });
  });
  test("takes a host name and a prefix of the workspace names", () => {
    const { data, service } = twoStacks({
      backend: {
        type: "cloud",
        organization: "acme",
        hostname: "tfe.acme.dev",
        workspacePrefix: "team-a-",
      },
    });
    expect(settingsOf(data)).toMatchObject({
      cloud: { hostname: "tfe.acme.dev", workspaces: { name: "team-a-dev-notes-Data" } },
    });
    expect(remoteStateOf(service)).toMatchObject({
      config: { hostname: "tfe.acme.dev", workspaces: { name: "team-a-dev-notes-Data" } },
    });
  });
  test("takes the host name of Terraform's variable for references, too", () => {
    process.env.TF_CLOUD_HOSTNAME = "tfe.acme.dev";
    try {
      const { service } = twoStacks({ backend: { type: "cloud", organization: "acme" } });
      expect(remoteStateOf(service)).toMatchObject({ config: { hostname: "tfe.acme.dev" } });
    } finally {
      delete process.env.TF_CLOUD_HOSTNAME;
    }
  });
  test("packs at synthesis unless another packaging is chosen", () => {
    const backend = { type: "cloud", organization: "acme" } as const;
    expect(testApp({ backend }).packaging).toBe("synth");
    expect(testApp({ backend, packaging: "archive" }).packaging).toBe("archive");
    expect(testApp({}).packaging).toBe("archive");
  });
});

describe("credentials in a backend", () => {
  const s3 = { type: "s3", bucket: "states" } as const;
  test.each<[object, string]>([
    [{ type: "cloud", organization: "acme", token: "hush" }, "token"],
    [{ ...s3, accessKey: "hush" }, "accessKey"],
    [{ ...s3, secretKey: "hush" }, "secretKey"],
    [{ ...s3, token: "hush" }, "token"],
    [{ ...s3, sseCustomerKey: "hush" }, "sseCustomerKey"],
  ])("%#: are refused and not printed", (backend, key) => {
    const declare = () => twoStacks({ backend: backend as AppBackendProps });
    expect(declare).toThrow(`app: backend.${key} is a secret`);
    expect(declare).not.toThrow("hush");
  });
});

describe("references between stacks", () => {
  test.each<AppBackendProps>([
    { type: "local" },
    { type: "s3", bucket: "states" },
    { type: "cloud", organization: "acme" },
  ])("read the state of %j, and order the stacks", (backend) => {
    const { app, data, service } = twoStacks({ backend });
    expect(service.dependencies).toEqual([]);
    app.synth();
    expect(service.dependencies).toEqual([data]);
    expect(checkOutput(app.outdir)).toEqual([]);
  });
  test("become an output there and a remote state here", () => {
    const { data, service } = twoStacks({});
    expect(synthesized(service).output).toMatchInlineSnapshot(`
      {
        "Table": {
          "value": "\${data.terraform_remote_state.cross-stack-reference-input-dev-notes-Data.outputs.cross-stack-output-aws_dynamodb_tableNotesname}",
        },
      }
    `);
    expect(synthesized(data).output).toMatchInlineSnapshot(`
      {
        "cross-stack-output-aws_dynamodb_tableNotesname": {
          "sensitive": true,
          "value": "\${aws_dynamodb_table.Notes.name}",
        },
      }
    `);
  });
});

describe("a backend is refused", () => {
  test.each<[unknown, RegExp]>([
    ["local", /^app: backend is a string\.\n.*type: "local"/],
    [{ type: "gcs" }, /^app: backend\.type is "gcs"\.\n.*"local", "s3" or "cloud"/],
    [{}, /^app: backend\.type is undefined\./],
    [{ type: "local", path: "x" }, /^app: backend has the key "path"/],
    [
      { type: "local", directory: "/var/state" },
      /^app: backend\.directory is "\/var\/state"\.\n.*relative to the project/,
    ],
    [{ type: "s3" }, /^app: backend\.bucket is missing\.\n.*bucket: "my-state"/],
    [{ type: "s3", bucket: "b", key: "x" }, /^app: backend has the key "key".*\n.*keyPrefix/],
    [{ type: "cloud" }, /^app: backend\.organization is missing/],
    [{ type: "cloud", organization: "acme", workspace: "x" }, /^app: backend has the key "workspace"/],
    [
      { type: "cloud", organization: "acme", workspacePrefix: "a b" },
      /^app: backend\.workspacePrefix is "a b"/,
    ],
    [
      { type: "cloud", organization: "acme", token: "s3cr3t" },
      /^app: backend\.token is a secret,.*\n.*TF_TOKEN_<hostname>/,
    ],
    [
      { type: "s3", bucket: "b", accessKey: "s3cr3t" },
      /^app: backend\.accessKey is a secret,.*\n.*AWS_ACCESS_KEY_ID/,
    ],
    [{ type: "s3", bucket: "b", secretKey: "s3cr3t" }, /^app: backend\.secretKey is a secret/],
    [{ type: "s3", bucket: "b", token: "s3cr3t" }, /^app: backend\.token is a secret/],
    [{ type: "s3", bucket: "b", sseCustomerKey: "s3cr3t" }, /^app: backend\.sseCustomerKey is a secret/],
  ])("for %j", (backend, message) => {
    const create = () => testApp({ backend: backend as AppBackendProps });
    expect(create).toThrow(message);
    expect(create).not.toThrow(/s3cr3t/);
  });
});

test("a backend of CDKTF is refused with what to write", () => {
  const backend = new S3Backend(new TerraformStack(testApp(), "dev-Plain"), { bucket: "states", key: "a" });
  expect(() => testApp({ backend: backend as never })).toThrow(
    /^app: backend is the S3Backend "dev-Plain\/backend", which is a construct.*\n.*type: "s3".*\[backend-construct\]$/s,
  );
});

test.each([
  { bucket: "my states" },
  { keyPrefix: "/notes" },
  { region: "Europe" },
  { dynamodbTable: "a b" },
  { kmsKeyId: "key" },
  { acl: "everyone" },
  { endpoint: "localhost" },
  { roleArn: "deployer" },
  { bucket: 1 },
  { encrypt: "yes" },
  { allowedAccountIds: "1" },
  { endpoints: [] },
])("a setting of another kind is refused: %j", (wrong) => {
  const [key = ""] = Object.keys(wrong);
  const backend = { type: "s3", bucket: "states", ...wrong } as never;
  expect(() => testApp({ backend })).toThrow(
    expect.objectContaining({ code: "prop-invalid", prop: `backend.${key}` }),
  );
});

test.each([{ organization: "ac me" }, { hostname: "https://tfe.example.com" }])(
  "%j is not a setting of cloud",
  (wrong) => {
    const [key = ""] = Object.keys(wrong);
    expect(() => testApp({ backend: { type: "cloud", organization: "acme", ...wrong } })).toThrow(
      expect.objectContaining({ code: "prop-invalid", prop: `backend.${key}` }),
    );
  },
);

test("the folder of local state is not empty", () => {
  expect(() => testApp({ backend: { type: "local", directory: "" } })).toThrow(
    /^app: backend\.directory is ""/,
  );
});

test("a construct as the name of the bucket is refused", () => {
  const bucket = new DynamodbTable(new Stack(testApp(), "Data"), "Notes", { name: "notes" });
  expect(() => testApp({ backend: { type: "s3", bucket: bucket as never } })).toThrow(
    /^app: backend\.bucket is the DynamodbTable "dev-notes-Data\/Notes"\./,
  );
});
