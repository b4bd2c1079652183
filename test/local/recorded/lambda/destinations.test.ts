import type { Delivery } from "../../../../lib/local/services/contract/service";
import { AsyncInvocations } from "../../../../lib/local/services/lambda/async-invocations";
import { TestClock } from "../../support/clock";
import { settled, TestFunctions } from "../../support/functions";
import { testModel } from "../../support/model";
import { expected } from "../placeholders";
import { type RecordedFact, readSuite, testFacts } from "../suite";

interface DestinationFact extends RecordedFact {
  /** Attributes of the function's config of events, as Terraform writes them. */
  readonly config: object;
  /** Attributes of the function. */
  readonly function?: object;
  readonly payload: object;
  readonly returns?: object;
  /** The message of an error that the function throws. */
  readonly fails?: string;
  /** The message of the destination, and its attributes. */
  readonly body: object;
  readonly attributes?: object;
}

const arn = "arn:aws:lambda:us-east-1:123456789012:function:mail";

testFacts(readSuite<DestinationFact>("lambda/destinations"), async (fact) => {
  const clock = new TestClock();
  const delivered: Delivery[] = [];
  const model = testModel({
    aws_lambda_function: {
      Mail: { arn, function_name: "mail", role: "arn:aws:iam::1:role/mail", ...fact.function },
    },
    aws_lambda_function_event_invoke_config: { Mail: { function_name: "mail", ...fact.config } },
  });
  const functions = new TestFunctions(() => {
    if (fact.fails === undefined) return fact.returns;
    throw new Error(fact.fails);
  });
  const invocations = new AsyncInvocations({
    functions: {
      ...functions,
      // The runtime reports an error in this form.
      invoke: async (request) => {
        const outcome = await functions.invoke(request);
        if (outcome.status !== "error" || fact.fails === undefined) return outcome;
        const payload = JSON.stringify({ errorType: "Error", errorMessage: fact.fails });
        return { ...outcome, errorMessage: fact.fails, payload };
      },
      replace: async () => {},
      stop: async () => {},
    },
    clock,
    report: () => {},
    model: () => model,
    deliver: async (delivery) => void delivered.push(delivery),
  });
  await invocations.invoke({ functionArn: arn, payload: JSON.stringify(fact.payload), source: "test" });
  for (let minute = 0; minute < 4; minute += 1) {
    clock.advanceSeconds(60);
    await settled();
  }
  await invocations.retries.stop();
  expect(delivered.map(({ body }) => JSON.parse(body))).toEqual([expected(fact.body)]);
  if (fact.attributes !== undefined) expect(delivered[0]?.attributes).toEqual(expected(fact.attributes));
});
