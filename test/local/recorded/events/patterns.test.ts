/** @group slow */

import { EventBridgeClient, TestEventPatternCommand } from "@aws-sdk/client-eventbridge";
import { EndpointRouter } from "../../../../lib/local/services/endpoint-router";
import { events } from "../../../../lib/local/services/events";
import { serviceContext, startService } from "../../services/context";
import { type RecordedFact, readSuite, testFacts } from "../suite";

interface PatternFact extends RecordedFact {
  readonly pattern: string;
  readonly event: string;
  readonly result?: boolean;
  /** The first line of the message of an `InvalidEventPatternException`. */
  readonly refusal?: string;
  /** All of it, with the place in the pattern, where the record has it. */
  readonly message?: string;
  /** The message of a `ValidationException`. */
  readonly invalidEvent?: string;
}

let router: EndpointRouter;
let client: EventBridgeClient;

beforeAll(async () => {
  router = await EndpointRouter.start(() => {});
  await startService(router, "events", events, serviceContext());
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  client = new EventBridgeClient({ endpoint: router.url, region: "us-east-1", credentials });
});

afterAll(async () => {
  client.destroy();
  await router.close();
});

const checkPattern = async (fact: PatternFact): Promise<void> => {
  const { pattern, event, result, refusal, message, invalidEvent } = fact;
  const answer = await client
    .send(new TestEventPatternCommand({ EventPattern: pattern, Event: event }))
    .then(({ Result }) => Result)
    .catch((error: Error) => ({ name: error.name, message: error.message }));
  if (result !== undefined) return expect(answer).toBe(result);
  if (invalidEvent !== undefined) {
    return expect(answer).toEqual({ name: "ValidationException", message: invalidEvent });
  }
  const { name, message: answered } = answer as Error;
  expect({ name, reason: answered.split("\n")[0] }).toEqual({
    name: "InvalidEventPatternException",
    reason: refusal,
  });
  if (message !== undefined) expect(answered).toBe(message);
};

testFacts(readSuite<PatternFact>("events/patterns"), checkPattern);
testFacts(readSuite<PatternFact>("events/ruler"), checkPattern);
