import { Queue } from "../../../../lib/constructs/queue";
import { Topic } from "../../../../lib/constructs/topic";
import { patternRefusal } from "../../../../lib/facts/event-pattern";
import { testStack } from "../../../support/stack";
import { type RecordedFact, readSuite, testFacts } from "../suite";

interface RefusedPolicy extends RecordedFact {
  readonly policy: string;
  /** The message of AWS behind "FilterPolicy: ". */
  readonly refusal?: string;
  /** @default "MessageBody" */
  readonly scope?: string;
  /** SNS words it differently from the common reader. */
  readonly otherWords?: true;
}

testFacts(
  readSuite<RefusedPolicy>("sns/refused-policies"),
  async ({ policy, refusal, scope, otherWords }) => {
    const stack = testStack();
    const subscribe = () =>
      new Topic(stack, "Topic", {
        subscribers: {
          jobs: {
            type: "queue",
            queue: new Queue(stack, "Queue"),
            cdk: {
              subscription: {
                filterPolicy: policy,
                filterPolicyScope: scope ?? "MessageBody",
              },
            },
          },
        },
      });
    expect(subscribe).toThrow(/filterPolicy/);
    if (refusal !== undefined && !otherWords) expect(patternRefusal(policy)?.inFull(policy)).toBe(refusal);
  },
);
