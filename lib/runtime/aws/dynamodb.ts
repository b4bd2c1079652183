import { type AwsOptions, callAws, endpointOf, jsonError } from "./call";

/** An attribute as DynamoDB writes it: `{ S: "text" }`. */
export type Attribute =
  | { readonly S: string }
  | { readonly N: string }
  | { readonly L: readonly Attribute[] }
  | { readonly M: Item };

export type Item = Readonly<Record<string, Attribute>>;

export type TableOperation = "GetItem" | "PutItem" | "UpdateItem" | "DeleteItem" | "Query";

export interface TableAnswer {
  readonly Item?: Item;
  /** With `ReturnValues`. */
  readonly Attributes?: Item;
  readonly Count?: number;
  /** The start of the next page of a query. */
  readonly LastEvaluatedKey?: Item;
}

/** Calls one operation of DynamoDB. Rejects with an `AwsError` if it is refused. */
export async function callTable(
  operation: TableOperation,
  input: object,
  options: AwsOptions,
): Promise<TableAnswer> {
  const answer = await callAws(
    {
      service: "dynamodb",
      method: "POST",
      url: endpointOf("dynamodb", "dynamodb", options),
      headers: {
        "content-type": "application/x-amz-json-1.0",
        "x-amz-target": `DynamoDB_20120810.${operation}`,
      },
      body: JSON.stringify(input),
    },
    options,
  );
  if (answer.status !== 200) throw jsonError(answer, "dynamodb");
  return JSON.parse(answer.body.toString("utf8")) as TableAnswer;
}
