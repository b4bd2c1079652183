import {
  exited,
  type InvocationResult,
  timedOut,
  tooLarge,
} from "../../../../lib/local/invoke/invocation-result";
import { expected } from "../placeholders";
import { type RecordedFact, readSuite, testFacts } from "../suite";

interface FailureFact extends RecordedFact {
  readonly exitCode?: number;
  readonly timeoutSeconds?: number;
  readonly payload: object;
}

testFacts(readSuite<FailureFact>("lambda/failures"), async (fact) => {
  const { payload } = failureOf(fact);
  expect(JSON.parse(payload)).toEqual(expected(fact.payload));
});

function failureOf({ exitCode, timeoutSeconds }: FailureFact): InvocationResult {
  const id = "00000000-0000-0000-0000-000000000000";
  if (exitCode !== undefined) return exited(id, exitCode, null);
  return timeoutSeconds === undefined ? tooLarge() : timedOut(id, timeoutSeconds);
}
