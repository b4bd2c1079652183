import { jsonOf } from "../../../facts/text/json";
import { isValues } from "../../../model";

/** A query as a client sends it. */
export interface GraphqlRequestBody {
  readonly query: string;
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Reads a request; undefined if it has no query. */
export function requestOf(body: Buffer | string): GraphqlRequestBody | undefined {
  const given = jsonOf(body.toString());
  if (!isValues(given) || typeof given.query !== "string") return undefined;
  const { query, operationName, variables } = given;
  return {
    query,
    operationName: typeof operationName === "string" && operationName !== "" ? operationName : undefined,
    variables: isValues(variables) ? variables : {},
  };
}
