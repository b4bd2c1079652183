import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { SnsTopic } from "@cdktf/provider-aws/lib/sns-topic";
import {
  CloudBackend,
  LocalBackend,
  NamedCloudWorkspace,
  S3Backend,
  type TerraformStack,
  Testing,
} from "cdktf";
import { type AppProps, Bucket, Stack, type StackProps } from "../../../../lib";
import { testApp } from "../../../support/stack";

const state = { bucket: "acme-states", key: "network.tfstate", region: "eu-west-1" };

/** The content of a stack of plain CDKTF, which it also has as a `Stack`. */
function declareNetwork(stack: TerraformStack): void {
  new AwsProvider(stack, "aws", { region: "us-east-1", profile: "acme" });
  new S3Backend(stack, state);
}

const json = (stack: TerraformStack) => JSON.parse(Testing.synth(stack));
const stackOf = (props: StackProps = {}, appProps: AppProps = {}) =>
  new Stack(testApp(appProps), "Network", props);

describe("a stack with a backend of its own", () => {
  test("keeps it where the app has none", () => {
    const stack = stackOf();
    declareNetwork(stack);
    expect(json(stack).terraform.backend).toEqual({ s3: state });
  });

  test("also keeps its id if its props ask for it", () => {
    const stack = stackOf({ stackName: "network", backend: "own" });
    declareNetwork(stack);
    expect(stack.node.id).toBe("network");
    expect(json(stack).terraform.backend).toEqual({ s3: state });
  });

  test("is read there by stacks that refer to it", () => {
    const app = testApp();
    const network = new Stack(app, "Network");
    declareNetwork(network);
    const topic = new SnsTopic(network, "alarms", {});
    const other = new Stack(app, "Other");
    other.addOutputs({ Topic: topic.arn });
    // Testing.synth completes no reference to another stack.
    app.synth();
    const [read] = Object.values<Record<string, unknown>>(json(other).data.terraform_remote_state);
    expect(read).toMatchObject({ backend: "s3", config: { key: "network.tfstate" } });
  });

  test.each<[what: string, props: StackProps, appProps: AppProps, message: RegExp]>([
    ["is refused where the app has one", {}, { backend: { type: "local" } }, /backend-second/],
    ["is refused where the stack has a key", { backend: { key: "a" } }, {}, /backend-second/],
  ])("%s", (_what, props, appProps, message) => {
    const stack = stackOf(props, appProps);
    declareNetwork(stack);
    expect(() => json(stack)).toThrow(message);
  });

  test("has one only", () => {
    const stack = stackOf();
    declareNetwork(stack);
    new LocalBackend(new Bucket(stack, "Files"), {});
    expect(() => json(stack)).toThrow(/new LocalBackend\(\.\.\.\) is a second backend/);
  });

  test("must have a backend if its props ask for it", () => {
    expect(() => json(stackOf({ backend: "own" }))).toThrow(
      /backend is "own", but the stack has no backend[\s\S]*\[backend-own-missing\]/,
    );
  });

  test("in HCP Terraform is refused, because the app decides how functions are packaged there", () => {
    const stack = stackOf();
    new CloudBackend(stack, { organization: "acme", workspaces: new NamedCloudWorkspace("network") });
    expect(() => json(stack)).toThrow(/type: "cloud".*backend: \{ key/s);
  });
});

describe("the key of a stack's state", () => {
  test.each<[backend: AppProps["backend"], path: string, key: unknown]>([
    [{ type: "s3", bucket: "acme-states", keyPrefix: "apps/" }, "s3.key", "network.tfstate"],
    [
      { type: "local", directory: "states" },
      "local.path",
      expect.stringMatching(/states\/network\.tfstate$/),
    ],
    [undefined, "local.path", expect.stringMatching(/\/network\.tfstate$/)],
    [{ type: "cloud", organization: "acme" }, "cloud.workspaces.name", "network.tfstate"],
  ])("with the backend %j is %s", (backend, path, key) => {
    const stack = stackOf({ stackName: "network", backend: { key: "network.tfstate" } }, { backend });
    const { terraform } = json(stack);
    expect({ ...terraform.backend, cloud: terraform.cloud }).toHaveProperty(path, key);
  });

  test.each<[value: unknown, message: RegExp]>([
    ["network.tfstate", /^Network: backend is a string/],
    [{}, /^Network: backend\.key is missing/],
    [{ key: "" }, /^Network: backend\.key/],
    [{ key: "a", bucket: "b" }, /^Network: .*bucket/],
  ])("%j is refused", (value, message) => {
    expect(() => stackOf({ backend: value as StackProps["backend"] })).toThrow(message);
  });
});

describe("a stack with an AWS provider of its own", () => {
  test("keeps it if neither app nor stack has settings", () => {
    const stack = stackOf();
    declareNetwork(stack);
    new Bucket(stack, "Files");
    const written = json(stack);
    expect(written.provider.aws).toEqual([{ profile: "acme", region: "us-east-1" }]);
    // Testing.synth leaves the metadata out.
    expect(stack.toTerraform()).toHaveProperty(["//", "serverform", "credentials"], { profile: "acme" });
  });

  test("gives its settings to the provider of us-east-1", () => {
    const stack = stackOf({}, { region: "eu-west-1" });
    new AwsProvider(stack, "aws", { region: "eu-west-1", profile: "acme" });
    stack.getUsEast1Provider();
    expect(json(stack).provider.aws).toContainEqual(
      expect.objectContaining({ alias: "us_east_1", region: "us-east-1", profile: "acme" }),
    );
  });

  test.each<[what: string, props: StackProps, appProps: AppProps]>([
    ["the app has settings", {}, { provider: { maxRetries: 3 } }],
    ["the stack has settings", { provider: { maxRetries: 3 } }, {}],
    ["the stack says that it is in another region", { provider: { region: "eu-west-1" } }, {}],
  ])("is refused where %s", (_what, props, appProps) => {
    const stack = stackOf(props, appProps);
    declareNetwork(stack);
    new Bucket(stack, "Files");
    expect(() => json(stack)).toThrow(/provider-second/);
  });
});
