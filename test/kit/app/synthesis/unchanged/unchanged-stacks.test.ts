/**
 * With CDK Terrain every stack is resolved at each synthesis.
 *
 * @cdktf only
 */

import * as fs from "node:fs";
import * as path from "node:path";
import { SnsTopic } from "@cdktf/provider-aws/lib/sns-topic";
import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import {
  Annotations,
  Aspects,
  Lazy,
  TerraformAsset,
  TerraformOutput,
  type TerraformStack,
  Token,
} from "cdktf";
import { App, RestV1Api, Stack } from "../../../../../lib";
import { project, setEnvironment } from "../../../../support/environment";
import { filesIn } from "../../../../support/files";

interface Declared {
  readonly app: App;
  readonly data: Stack;
  readonly service: Stack;
  readonly jobs: SqsQueue;
  /** Refers to `jobs`, which is in the other stack. */
  readonly topic: SnsTopic;
}

type Change = (declared: Declared) => void;

const nothing: Change = () => {};

/** Synthesizes an app of three stacks, the second of which refers to the first. */
function synthesize(change: Change, outdir: string, cache: "off" | undefined): Record<string, string> {
  setEnvironment({ SERVERFORM_CACHE: cache });
  const app = new App({ name: "notes", stage: "dev", region: "us-east-1", outdir });
  const data = new Stack(app, "Data");
  const jobs = new SqsQueue(data, "Jobs", { name: "jobs", delaySeconds: 5, tags: { team: "a" } });
  const service = new Stack(app, "Service");
  const topic = new SnsTopic(service, "Topic", { name: "topic", displayName: `for ${jobs.arn}` });
  const other = new Stack(app, "Other");
  new SqsQueue(other, "Jobs", {
    name: "other",
    redrivePolicy: `{"a": "${new SqsQueue(other, "Dead").arn}"}`,
  });
  change({ app, data, service, jobs, topic });
  app.synth();
  return filesIn(outdir);
}

/** The stacks that are resolved by a synthesis that follows another one, whose output it must not differ from. */
function resolvedAfter(
  first: Change,
  change: Change,
  between: (outdir: string) => void = () => {},
  after: (outdir: string) => void = () => {},
): string[] {
  const folder = project({ "cdktf.json": "{}", "package.json": "{}" });
  const outdir = path.join(folder, "out");
  synthesize(first, outdir, undefined);
  between(outdir);
  const spy = jest.spyOn(Stack.prototype, "prepareStack");
  try {
    const again = synthesize(change, outdir, undefined);
    const resolved = spy.mock.contexts.map((stack) =>
      (stack as TerraformStack).node.id.replace("dev-notes-", ""),
    );
    after(outdir);
    expect(again).toEqual(synthesize(change, path.join(folder, "new"), "off"));
    return resolved;
  } finally {
    spy.mockRestore();
  }
}

test("a stack that has not changed is not resolved again", () => {
  expect(resolvedAfter(nothing, nothing)).toEqual([]);
});

const set =
  (values: Partial<Pick<SqsQueue, "delaySeconds" | "tags">>): Change =>
  ({ jobs }) =>
    Object.assign(jobs, values);

const setTopic =
  (valuesOf: (declared: Declared) => object): Change =>
  (declared) =>
    Object.assign(declared.topic, valuesOf(declared));

test.each<[string, Change, string[]]>([
  ["an attribute", set({ delaySeconds: 6 }), ["Data"]],
  ["an attribute that is taken away", ({ jobs }) => jobs.resetDelaySeconds(), ["Data"]],
  ["a tag", set({ tags: { team: "b" } }), ["Data"]],
  ["an override", ({ jobs }) => jobs.addOverride("delay_seconds", 7), ["Data"]],
  ["an override of a stack", ({ data }) => data.addOverride("locals.a", 1), ["Data"]],
  ["an output", ({ data }) => new TerraformOutput(data, "Name", { value: "jobs" }), ["Data"]],
  ["a resource more", ({ data }) => new SqsQueue(data, "More"), ["Data"]],
  ["a dependency", setTopic(() => ({ dependsOn: ["aws_sqs_queue.More"] })), ["Service"]],
  ["the life cycle", setTopic(() => ({ lifecycle: { preventDestroy: true } })), ["Service"]],
  [
    "a reference of the same text to its own stack",
    setTopic(({ service }) => ({ displayName: `for ${new SqsQueue(service, "Jobs").arn}` })),
    ["Data", "Service"],
  ],
  ["another reference", setTopic(({ jobs }) => ({ displayName: jobs.url })), ["Data", "Service"]],
  ["a reference that goes", setTopic(() => ({ displayName: "plain" })), ["Data", "Service"]],
])("%s is a change of the stacks that it is written to", (_, change, changed) => {
  expect(resolvedAfter(nothing, change)).toEqual(changed);
});

test.each<[string, Change]>([
  [
    "aspects",
    ({ app, jobs }) => Aspects.of(app).add({ visit: () => Object.assign(jobs, { delaySeconds: 9 }) }),
  ],
  ["a validation", ({ jobs }) => jobs.node.addValidation({ validate: () => [] })],
  ["an annotation", ({ jobs }) => Annotations.of(jobs).addInfo("Look")],
  ["files of its own", ({ data }) => new TerraformAsset(data, "File", { path: "package.json" })],
  [
    "another synthesizer",
    ({ data }) => {
      const { synthesizer } = data;
      data.synthesizer = { synthesize: (session) => synthesizer.synthesize(session) };
    },
  ],
  [
    "names of its own",
    ({ data }) => {
      Object.assign(data, { allocateLogicalId: ({ node }: SqsQueue) => `x${node.id}` });
    },
  ],
])("with %s, every stack is resolved", (_, change) => {
  expect(resolvedAfter(change, change)).toEqual(["Data", "Service", "Other"]);
});

test("a value that the caller computes may have changed", () => {
  const computed = (seconds: number) =>
    set({ delaySeconds: Token.asNumber(Lazy.numberValue({ produce: () => seconds })) });
  expect(resolvedAfter(computed(2), computed(4))).toEqual(["Data"]);
  expect(resolvedAfter(computed(4), computed(4))).toEqual([]);
});

describe("the deployment of a REST API is written again after a change of", () => {
  const apiWith =
    (change: (api: RestV1Api) => void): Change =>
    ({ service }) =>
      change(new RestV1Api(service, "Api", { cors: true, accessLog: false }));
  const denied = (template: string) =>
    apiWith(({ cdk }) =>
      cdk.restApi.addGatewayResponse("Denied", { type: "ACCESS_DENIED", templates: { "a/b": template } }),
    );
  const deploymentIn = (outdir: string) => {
    const file = path.join(outdir, "stacks/dev-notes-Service/cdk.tf.json");
    return JSON.stringify(JSON.parse(fs.readFileSync(file, "utf8")).resource.aws_api_gateway_deployment);
  };

  test.each<[string, Change]>([
    ["a part", denied("never")],
    ["the target of a part", ({ jobs, ...others }) => denied(jobs.arn)({ jobs, ...others })],
    ["the API", apiWith(({ cdk }) => cdk.restApi.addOverride("policy", "{}"))],
  ])("%s", (_, change) => {
    const written: string[] = [];
    const note = (outdir: string) => written.push(deploymentIn(outdir));
    expect(resolvedAfter(denied("no"), change, note, note)).toContain("Service");
    expect(resolvedAfter(change, change)).toEqual([]);
    expect(written[0]).not.toBe(written[1]);
  });
});

test("a class of the caller may make other content from the same attributes", () => {
  const sized = (size: number): Change => {
    class Sized extends SqsQueue {
      protected override synthesizeAttributes(): Record<string, unknown> {
        return { ...super.synthesizeAttributes(), max_message_size: size };
      }
    }
    return ({ data }) => new Sized(data, "Sized");
  };
  expect(resolvedAfter(sized(2048), sized(4096))).toEqual(["Data"]);
  expect(resolvedAfter(sized(4096), sized(4096))).toEqual([]);
});

test.each<[string, (file: string) => void]>([
  ["edited", (file) => fs.appendFileSync(file, "\n")],
  ["removed", (file) => fs.rmSync(file)],
])("a file that another program has %s is written again", (_, harm) => {
  const resolved = resolvedAfter(nothing, nothing, (outdir) =>
    harm(path.join(outdir, "stacks/dev-notes-Data/cdk.tf.json")),
  );
  expect(resolved).toEqual(["Data"]);
});

test("a value that cannot be resolved is refused after a synthesis without it, too", () => {
  const mistake: Change = ({ jobs }) => jobs.addOverride("name", () => "function");
  expect(() => resolvedAfter(nothing, mistake)).toThrow(/function/i);
});
