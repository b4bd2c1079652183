import type { LocalEvent } from "../../../lib/local";
import { AccessControl } from "../../../lib/local/permissions/access-control";
import type { Values } from "../../../lib/model";
import { accessKeys } from "../../support/access-keys";
import { TestClock } from "../support/clock";
import { testModel } from "../support/model";

const account = "123456789012";
const roleArn = `arn:aws:iam::${account}:role/list`;
const queue = `arn:aws:sqs:us-east-1:${account}:work`;
const allow = { Effect: "Allow", Action: "sqs:*", Resource: "*" };
const text = (...Statement: readonly object[]) => JSON.stringify({ Version: "2012-10-17", Statement });
const wrong = text({ ...allow, Condition: [{ Bool: { "aws:SecureTransport": "false" } }] });
const wrongDeny = text({
  ...allow,
  Effect: "Deny",
  Principal: "*",
  Condition: { BoolEquals: { "aws:SecureTransport": "false" } },
});

/** The decisions about a function with a role and a queue, and the reports about its policies. */
function decide(more: Readonly<Record<string, Readonly<Record<string, Values>>>>) {
  const model = testModel({
    aws_sqs_queue: { it: { name: "work", arn: queue, url: "http://localhost/1/work" } },
    aws_iam_role: { it: { name: "list", arn: roleArn } },
    aws_iam_role_policy: { it: { role: "list", policy: text(allow) } },
    ...more,
  });
  const told: LocalEvent[] = [];
  const clock = new TestClock(Date.now());
  const access = new AccessControl({
    accessKeys,
    mode: "enforce",
    model,
    report: (event) => told.push(event),
    clock,
  });
  const denied = access.check({ type: "session", session: { roleArn, sessionName: "s" } }, [
    { action: "sqs:SendMessage", resource: queue },
  ]);
  const warnings = told.flatMap((each) => (each.event === "warning" ? [each.text] : []));
  access.replace(model);
  return { denied, warnings };
}

/** Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/troubleshoot_policies.html */
describe("A policy that AWS refuses denies its actions, and is reported when it is loaded", () => {
  test("correct policies cause no warning", () => {
    expect(decide({})).toEqual({ denied: undefined, warnings: [] });
  });

  test.each<[string, Parameters<typeof decide>[0]]>([
    [
      "a policy of the role",
      {
        aws_iam_role_policy: {
          it: { role: "list", policy: text(allow) },
          bad: { role: "list", policy: wrong },
        },
      },
    ],
    [
      "an inline policy",
      { aws_iam_role: { it: { name: "list", arn: roleArn, inline_policy: [{ policy: wrong }] } } },
    ],
    [
      "a managed policy",
      {
        aws_iam_policy: { it: { arn: "arn:aws:iam::123456789012:policy/p", policy: wrong } },
        aws_iam_role_policy_attachment: {
          it: { role: "list", policy_arn: "arn:aws:iam::123456789012:policy/p" },
        },
      },
    ],
    [
      "a boundary",
      {
        aws_iam_policy: { it: { arn: "arn:aws:iam::123456789012:policy/p", policy: wrong } },
        aws_iam_role: {
          it: { name: "list", arn: roleArn, permissions_boundary: "arn:aws:iam::123456789012:policy/p" },
        },
      },
    ],
    [
      "a policy of the resource",
      { aws_sqs_queue_policy: { it: { queue_url: "http://localhost/1/work", policy: wrongDeny } } },
    ],
    [
      "text that is not JSON",
      { aws_sqs_queue_policy: { it: { queue_url: "http://localhost/1/work", policy: "{" } } },
    ],
    [
      "a policy of the resource without principals",
      { aws_sqs_queue_policy: { it: { queue_url: "http://localhost/1/work", policy: text(allow) } } },
    ],
  ])("%s", (_, more) => {
    const { denied, warnings } = decide(more);
    expect(denied).toContain("explicit deny");
    expect(warnings).toEqual([expect.stringMatching(/^Main\/aws_\w+\.\w+: AWS refuses this policy/)]);
  });
});
