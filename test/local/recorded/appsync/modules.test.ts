import { readHandlerCode } from "../../../../lib/local/gateways/app-sync/runtime";
import type { HandlerEffects } from "../../../../lib/local/gateways/app-sync/utilities/invocation";
import { TestClock } from "../../support/clock";
import { type RecordedFact, readSuite, testFacts } from "../suite";

interface HandlerFact extends RecordedFact {
  /** The result of `request`; or else `code` and `handler`. */
  readonly expression?: string;
  readonly code?: string;
  readonly handler?: string;
  readonly context?: Readonly<Record<string, unknown>>;
  readonly answer?: unknown;
  /** The message of the error. */
  readonly refusal?: string;
}

const ignore = (): void => {};
const effects: HandlerEffects = {
  clock: new TestClock(0),
  mode: "AWS_IAM",
  responseHeaders: new Map(),
  append: ignore,
  invalidate: ignore,
  setFilter: ignore,
  setInvalidationFilter: ignore,
  log: ignore,
  notHere: ignore,
};
const imports = `import { util } from "@aws-appsync/utils";
import * as ddb from "@aws-appsync/utils/dynamodb";
import * as rds from "@aws-appsync/utils/rds";
`;

function evaluated({ expression, code, handler = "request", context = {} }: HandlerFact): unknown {
  const source = code ?? `export function request(ctx) { return ${expression}; }`;
  const { arguments: given = {}, ...rest } = context;
  const input = { arguments: given, args: given, stash: {}, ...rest };
  return readHandlerCode(imports + source, "code").call(handler, input, effects).value;
}

describe.each(["appsync/rds", "appsync/dynamodb"])("%s", (name) => {
  testFacts(readSuite<HandlerFact>(name), async (fact) => {
    if (fact.refusal !== undefined) return expect(() => evaluated(fact)).toThrow(new Error(fact.refusal));
    expect(evaluated(fact)).toEqual(fact.answer);
  });
});
