import type { Response } from "graphql-http";

/** How many operations one request may hold. */
export interface GraphQLBatchingProps {
  /** @default 10 */
  readonly limit?: number;
}

const defaultLimit = 10;

/** The operations of a request that holds a list of them; undefined for a single one. */
export function findBatch(method: string, body: string): readonly unknown[] | undefined {
  // A list begins with its bracket, so that a single operation is not parsed twice.
  if (method !== "POST" || !body.trimStart().startsWith("[")) return undefined;
  try {
    return JSON.parse(body) as unknown[];
  } catch {
    // What is no JSON is refused where single operations are.
    return undefined;
  }
}

/** Why a list of operations is not run, or undefined when it is. */
export function refuseBatch(count: number, batching: boolean | GraphQLBatchingProps): Response | undefined {
  if (batching === false) return refusal(400, "Send one operation per request: batching is off.");
  const limit = (batching === true ? undefined : batching.limit) ?? defaultLimit;
  if (count > limit) return refusal(413, `Send at most ${limit} operations per request, not ${count}.`);
  return count === 0 ? refusal(400, "The list of operations is empty.") : undefined;
}

/** One response of many, each in its place. One without a body cannot be told in a list; then it is the whole answer. */
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
