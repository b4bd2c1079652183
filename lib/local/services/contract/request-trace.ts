import { block, text, type Values } from "../../../model";

/** Where the input of an operation has the header of X-Ray of its request. Clients cannot write this key. */
export const requestTrace = Symbol("X-Amzn-Trace-Id");

export type TracedInput = Values & { readonly [requestTrace]?: string | undefined };

/** The input of an operation, with the values that its request adds. */
export function withRequestTrace(
  input: Values,
  headers: Readonly<Record<string, string | undefined>>,
): TracedInput {
  const trace = headers["x-amzn-trace-id"];
  return trace === undefined ? input : { ...input, [requestTrace]: trace };
}

/** The input of a batch's entry, with the values that the request of the batch adds. */
export function entryInput(entry: Values, batch: TracedInput): TracedInput {
  return { ...entry, [requestTrace]: batch[requestTrace] };
}

/** The trace header of a message: the one that the sender gives, or else that of the request. */
export function traceHeaderOf(input: TracedInput): string | undefined {
  const given = block(block(input, "MessageSystemAttributes") ?? {}, "AWSTraceHeader") ?? {};
  return text(given, "StringValue") ?? input[requestTrace];
}
