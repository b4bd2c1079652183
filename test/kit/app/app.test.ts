import * as fs from "node:fs";
import * as path from "node:path";
import { Construct } from "constructs";
import { App, type AppProps, Stack } from "../../../lib/kit/app";
import { project, setEnvironment } from "../../support/environment";
import { fixture, synthesized, temporaryFolder, testApp, testStack } from "../../support/stack";

const unset = {
  SERVERFORM_NAME: undefined,
  SERVERFORM_STAGE: undefined,
  SERVERFORM_REGION: undefined,
  SERVERFORM_ACCOUNT: undefined,
  SERVERFORM_SSM_PREFIX: undefined,
  AWS_REGION: undefined,
  AWS_DEFAULT_REGION: undefined,
};
const newApp = (props: AppProps = {}) => new App({ outdir: temporaryFolder(), ...props });
const inContext = (serverform: object) =>
  project({ "cdktf.json": JSON.stringify({ context: { serverform } }) });

describe("App options", () => {
  beforeEach(() => setEnvironment(unset));

  test("without any, have these values", () => {
    project({ "cdktf.json": "{}" });
    const { name, stage, region, account, ssmPrefix, backend, packaging, bindingParameters, local } =
      newApp();
    expect({ name, stage, region, account, ssmPrefix, backend, packaging, bindingParameters, local }).toEqual(
      {
        name: "my-app",
        stage: "dev",
        region: "us-east-1",
        account: undefined,
        ssmPrefix: "",
        backend: { type: "local" },
        packaging: "archive",
        bindingParameters: false,
        local: false,
      },
    );
  });
  test("given in code win over everything", () => {
    setEnvironment({ SERVERFORM_NAME: "env", SERVERFORM_STAGE: "env", SERVERFORM_REGION: "us-west-1" });
    inContext({ name: "context", stage: "context", region: "us-west-2" });
    const { name, stage, region } = newApp({ name: "code", stage: "code", region: "eu-west-1" });
    expect({ name, stage, region }).toEqual({ name: "code", stage: "code", region: "eu-west-1" });
  });
  test("of the environment win over the context", () => {
    setEnvironment({
      SERVERFORM_NAME: "env",
      SERVERFORM_STAGE: "prod",
      SERVERFORM_REGION: "us-west-1",
      SERVERFORM_SSM_PREFIX: "/env",
      SERVERFORM_ACCOUNT: "123456789012",
    });
    inContext({ name: "context", stage: "context", region: "us-west-2", ssmPrefix: "/context" });
    const { name, stage, region, ssmPrefix, account } = newApp();
    expect([name, stage, region, ssmPrefix, account]).toEqual([
      "env",
      "prod",
      "us-west-1",
      "/env",
      "123456789012",
    ]);
  });
  test("of the context win over the defaults", () => {
    setEnvironment({ AWS_REGION: "ap-south-1" });
    const backend = { type: "s3", bucket: "states" };
    inContext({ name: "context", stage: "context", region: "us-west-2", ssmPrefix: "/context", backend });
    const app = newApp();
    expect([app.name, app.stage, app.region, app.ssmPrefix]).toEqual([
      "context",
      "context",
      "us-west-2",
      "/context",
    ]);
    expect(app.backend).toEqual(backend);
  });
  test.each([
    [{ AWS_REGION: "eu-west-1", AWS_DEFAULT_REGION: "eu-west-2" }, "eu-west-1"],
    [{ AWS_DEFAULT_REGION: "eu-west-2" }, "eu-west-2"],
    [{ AWS_REGION: "" }, "us-east-1"],
  ])("take the region of AWS's own variables %j", (variables, region) => {
    project({ "cdktf.json": "{}" });
    setEnvironment(variables);
    expect(newApp().region).toBe(region);
  });
  test("take the name of package.json", () => {
    project({ "cdktf.json": "{}", "package.json": '{ "name": "@acme/my.notes" }' });
    expect(newApp().name).toBe("my-notes");
  });
  test("may leave the name empty", () => {
    expect(newApp({ name: "" }).logicalPrefixedName("Api")).toBe("dev-Api");
  });
  test("choose the output folder, which is created", () => {
    const outdir = path.join(temporaryFolder(), "deep", "out");
    expect(new App({ outdir }).outdir).toBe(outdir);
    expect(fs.existsSync(outdir)).toBe(true);
  });
});

describe("App", () => {
  test("knows the folder of cdktf.json above the working directory", () => {
    testApp();
    process.chdir(path.join(fixture, "functions"));
    expect(newApp().appPath).toBe(fixture);
  });
  test("is in the working directory without cdktf.json", () => {
    const folder = fs.realpathSync(temporaryFolder());
    process.chdir(folder);
    expect(newApp().appPath).toBe(folder);
  });
  test("is local under start", () => {
    setEnvironment({ SERVERFORM_LOCAL: "true" });
    expect(testApp().local).toBe(true);
  });
  test("prefixes names with stage and app", () => {
    expect(testApp().logicalPrefixedName("Api")).toBe("dev-notes-Api");
  });
  test("knows its stacks in the order of their creation", () => {
    const app = testApp();
    const stacks = [new Stack(app, "Two"), new Stack(app, "One")];
    expect(app.stacks).toEqual(stacks);
  });
  test("assumes the role of the command line", () => {
    setEnvironment({ SERVERFORM_ROLE_ARN: "arn:aws:iam::123456789012:role/Deploy" });
    const { provider } = synthesized(testStack()) as unknown as { provider: { aws: object[] } };
    expect(provider.aws[0]).toMatchObject({
      assume_role: [{ role_arn: "arn:aws:iam::123456789012:role/Deploy" }],
    });
  });
  test.each<[AppProps, RegExp]>([
    [{ stage: "1st" }, /^app: stage is "1st"\.\n.*letters, digits and -/],
    [{ stage: "a_b" }, /^app: stage is "a_b"\./],
    [{ stage: "" }, /^app: stage is ""\./],
    [{ name: "my app" }, /^app: name is "my app"\.\n.*letters, digits, - and _/],
    [{ region: "Frankfurt" }, /^app: region is "Frankfurt"\.\n.*eu-central-1/],
    [{ account: "123" }, /^app: account is "123"\.\n.*12 digits/],
    [{ packaging: "zip" } as unknown as AppProps, /^app: packaging is "zip"\.\n.*"archive" or "synth"/],
    [
      { defaultRemovalPolicy: "keep" } as unknown as AppProps,
      /^app: defaultRemovalPolicy is "keep"\.\n.*"destroy", "retain" or "snapshot"/,
    ],
    [{ stag: "dev" } as AppProps, /^app: props has the key "stag".*\n.*Did you mean "stage"\?/],
  ])("refuses %j", (props, message) => {
    expect(() => testApp(props)).toThrow(message);
  });
  // https://docs.aws.amazon.com/tag-editor/latest/userguide/best-practices-and-strats.html
  test.each(["name", "stage"] as const)("%s is a tag of each resource, of 256 characters at most", (prop) => {
    expect(testApp({ [prop]: "a".repeat(256) })[prop]).toHaveLength(256);
    expect(() => testApp({ [prop]: "a".repeat(257) })).toThrow(new RegExp(`^app: ${prop} .*256`, "s"));
  });
  test.each(["dev", "D", "feature-1"])("takes the stage %s", (stage) => {
    expect(testApp({ stage }).stage).toBe(stage);
  });
  test.each(["us-gov-west-1", "cn-north-1", "ap-southeast-5", "eusc-de-east-1"])(
    "takes the region %s",
    (region) => {
      expect(testApp({ region }).region).toBe(region);
    },
  );
  test("is required above every construct", () => {
    const root = new Construct(undefined as unknown as Construct, "");
    expect(() => App.of(new Construct(root, "Alone"))).toThrow(/^Alone: scope is not inside an App/);
  });
});
