import { type RecordedFact, readSuite, testFacts } from "../suite";
import { expectRefusal, type OperationName, type Refused, startTables, type TestTables } from "./facts";

interface TestRequest {
  readonly operation: OperationName;
  readonly input: object;
}

interface RequestFact extends RecordedFact, TestRequest {
  /** Requests that come first. */
  readonly before: readonly TestRequest[];
  readonly answer: { readonly result: object } | Refused;
}

let tables: TestTables;

beforeAll(async () => {
  tables = await startTables();
});

afterAll(() => tables.stop());

testFacts(readSuite<RequestFact>("dynamodb/requests"), async ({ before, operation, input, answer }) => {
  for (const first of before) await tables.send(first.operation, first.input);
  const sent = tables.send(operation, input);
  if ("refused" in answer) await expectRefusal(sent, answer);
  else await expect(sent).resolves.toMatchObject(answer.result);
});
