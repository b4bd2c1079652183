import { Queue } from "../../../../lib/constructs/queue";
import { testStack } from "../../../support/stack";
import { type RecordedFact, readSuite, testFacts } from "../suite";

interface SettingsFact extends RecordedFact {
  /** `cdk.queue` of a Queue. */
  readonly config: object;
  /** A part of the refusal: the words of AWS, or the setting that it refuses. @default - AWS takes it */
  readonly refused?: string;
}

testFacts(readSuite<SettingsFact>("sqs/settings"), async ({ config, refused }) => {
  const create = () => new Queue(testStack(), "Queue", { cdk: { queue: config } });
  if (refused === undefined) expect(create).not.toThrow();
  else expect(create).toThrow(refused);
});
