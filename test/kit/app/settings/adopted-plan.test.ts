/** @group processes */
import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { SnsTopic } from "@cdktf/provider-aws/lib/sns-topic";
import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { App as CdktfApp, S3Backend, TerraformStack, Testing } from "cdktf";
import type { Construct } from "constructs";
import { Api, Stack } from "../../../../lib";
import { plansOf } from "../../../support/plan/operations";
import { plannedJson } from "../../../support/plan/template";
import { PlanWorkspace } from "../../../support/plan/workspace";
import { temporaryFolder, testApp } from "../../../support/stack";

/** The content of a stack that was deployed with plain CDKTF. */
function declareAlarms(stack: Construct): void {
  new AwsProvider(stack, "aws", { region: "us-east-1" });
  new S3Backend(stack, { bucket: "acme-states", key: "alarms.tfstate", region: "us-east-1" });
  const topic = new SnsTopic(stack, "alarms", { name: "alarms" });
  new SqsQueue(stack, "inbox", { name: `inbox-of-${topic.name}` });
}

const json = (stack: TerraformStack) => {
  const { resource = {}, data = {}, moved, ...rest } = JSON.parse(Testing.synth(stack));
  return { resource, data, moved, ...rest };
};

function plain() {
  const stack = new TerraformStack(new CdktfApp({ outdir: temporaryFolder() }), "alarms");
  declareAlarms(stack);
  return json(stack);
}

function adopted() {
  const stack = new Stack(testApp(), "Alarms", { stackName: "alarms", backend: "own" });
  declareAlarms(stack);
  new Api(stack, "Api", { routes: { "GET /notes": "functions/notes.get" } });
  return json(stack);
}

describe("a stack of plain CDKTF with an S3 backend, that becomes a Stack and gets an Api", () => {
  test("keeps its backend, its provider, and each of its resources", () => {
    const [before, after] = [plain(), adopted()];
    expect(after.terraform.backend).toEqual(before.terraform.backend);
    expect(after.provider.aws).toEqual(before.provider.aws);
    for (const [type, blocks] of Object.entries<Record<string, object>>(before.resource)) {
      for (const [name, { ...block }] of Object.entries(blocks))
        expect(withoutPath(after.resource[type][name])).toEqual(withoutPath(block));
    }
  });

  const planned = PlanWorkspace.isPossible() ? test : test.skip;

  planned(
    "is planned with additions only (skipped where this machine has no AWS provider)",
    () => {
      const workspace = new PlanWorkspace();
      workspace.deploy({ alarms: plannedJson(plain()) });
      const { plan, graph } = workspace.plan({ alarms: plannedJson(adopted()) });
      const operations = [...(plansOf(plan, graph).get("alarms")?.operations.values() ?? [])];
      const changed = operations.filter(({ action }) => action !== "none");
      expect(new Set(changed.map(({ action }) => action))).toEqual(new Set(["create"]));
      expect(changed.map(({ type }) => type)).toContain("aws_apigatewayv2_api");
      expect(
        operations
          .filter(({ action }) => action === "none")
          .map(({ type }) => type)
          .sort(),
      ).toEqual(["aws_sns_topic", "aws_sqs_queue"]);
    },
    300_000,
  );
});

/** The path of the construct is in the comment of each block, and its stack has the id that it had. */
const withoutPath = ({ "//": _, ...block }: Record<string, unknown> & { "//"?: unknown }) => block;
