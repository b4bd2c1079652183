import type { Response } from "graphql-http";

/** Limits for batches of operations. */
export interface GraphQLBatchingProps {
  /** @default 10 */
  readonly limit?: number;
}

const defaultLimit = 10;

/** The operations of a batch request; undefined for a single operation. */
export function findBatch(method: string, body: string): readonly unknown[] | undefined {
  // A list begins with a bracket. This check avoids parsing a single operation twice.
  if (method !== "POST" || !body.trimStart().startsWith("[")) return undefined;
  try {
    return JSON.parse(body) as unknown[];
  } catch {
    // The handler of single operations refuses a body that is not JSON.
    return undefined;
  }
}

/** The response that refuses a batch; undefined if the batch is accepted. */
export function refuseBatch(count: number, batching: boolean | GraphQLBatchingProps): Response | undefined {
  if (batching === false) return refusal(400, "Send one operation per request: batching is off.");
  const limit = (batching === true ? undefined : batching.limit) ?? defaultLimit;
  if (count > limit) return refusal(413, `Send at most ${limit} operations per request, not ${count}.`);
  return count === 0 ? refusal(400, "The list of operations is empty.") : undefined;
}

/** Joins responses to one, in order. A response without a body cannot be part of a list and replaces the result. */
export function joinResponses(responses: readonly Response[]): Response {
  const without = responses.find(([body]) => body === null);
  if (without !== undefined) return without;
  return [
    `[${responses.map(([body]) => body).join(",")}]`,
    { status: 200, statusText: "OK", headers: { "content-type": "application/json; charset=utf-8" } },
  ];
}

function refusal(status: number, message: string): Response {
  return [
    JSON.stringify({ errors: [{ message }] }),
    { status, statusText: "", headers: { "content-type": "application/json; charset=utf-8" } },
  ];
}
