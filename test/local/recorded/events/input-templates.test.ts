import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import type { LocalEvent } from "../../../../lib/local";
import type { Delivery } from "../../../../lib/local/services/contract/service";
import { EndpointRouter } from "../../../../lib/local/services/endpoint-router";
import { events } from "../../../../lib/local/services/events";
import { serviceContext, startService } from "../../services/context";
import { settled } from "../../support/functions";
import { testModel } from "../../support/model";
import { type RecordedFact, readSuite, testFacts } from "../suite";

interface InputFact extends RecordedFact {
  /** The detail of the event; its source and type are those of the suite. */
  readonly detail?: object;
  /** Attributes of the target, as Terraform writes them. */
  readonly target: object;
  /** The input that arrives: a text, JSON, or nothing. */
  readonly text?: string;
  readonly json?: object;
  readonly dropped?: true;
  /** `PutTargets` refused the target for this placeholder. */
  readonly invalidPlaceholder?: string;
}

const command = "core.update-account-command";
const ruleArn = "arn:aws:events:us-east-1:123456789012:rule/<bus-name>/<rule-name>";

testFacts(readSuite<InputFact>("events/input-templates"), async (fact) => {
  const { target, detail = {}, text, json, dropped, invalidPlaceholder } = fact;
  const delivered: Delivery[] = [];
  const reported: LocalEvent[] = [];
  const router = await EndpointRouter.start(() => {});
  const model = testModel({
    aws_cloudwatch_event_rule: {
      Rule: { name: "<rule-name>", arn: ruleArn, event_pattern: JSON.stringify({ source: [command] }) },
    },
    aws_cloudwatch_event_target: {
      Target: {
        rule: "<rule-name>",
        arn: "arn:aws:sqs:us-east-1:123456789012:queue",
        target_id: "t",
        ...target,
      },
    },
  });
  const context = serviceContext({
    model,
    deliver: async (delivery) => void delivered.push(delivery),
    report: (event) => void reported.push(event),
  });
  const { resources } = await startService(router, "events", events, context);
  const client = new EventBridgeClient({
    endpoint: router.url,
    region: "us-east-1",
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
  });
  try {
    const warnings = () => reported.flatMap((each) => ("text" in each ? [each.text] : []));
    if (invalidPlaceholder !== undefined) {
      return expect(warnings()).toEqual([
        `AWS refuses Main/aws_cloudwatch_event_target.Target: its input template contains invalid placeholder ${invalidPlaceholder}.`,
      ]);
    }
    const entry = { Source: command, DetailType: command, Detail: JSON.stringify(detail) };
    await client.send(new PutEventsCommand({ Entries: [entry] }));
    await settled();
    const [body] = delivered.map((each) => hidden(each.body));
    if (dropped) {
      expect(delivered).toEqual([]);
      return expect(warnings().join()).toContain("its filled input template is not JSON");
    }
    if (text !== undefined) return expect(body).toBe(hidden(text));
    expect(JSON.parse(body ?? "")).toEqual(JSON.parse(hidden(JSON.stringify(json))));
  } finally {
    client.destroy();
    await resources.stop();
    await router.close();
  }
});

/** Hides what the record hides. */
function hidden(text: string): string {
  return text
    .replaceAll("arn:aws:", "arn:<partition>:")
    .replaceAll("us-east-1", "<region>")
    .replaceAll("123456789012", "111111111111")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z|<ingestion-time>/g, "date")
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|<uuid:\d+>/g, "<uuid>");
}
