import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { route } from "serverform/node/route";
import { Table } from "serverform/node/table";
import { z } from "zod";

// #region page
const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const query = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  after: z.string().optional(),
});

/** A page of the caller's orders. `next` is `after` of the next page; the last page has none. */
export const list = route({ query }, async ({ query: { limit, after } }, { claims }) => {
  const owner = claims.sub ?? "";
  const { Items = [], LastEvaluatedKey } = await client.send(
    new QueryCommand({
      TableName: Table.PlacedOrders.tableName,
      KeyConditionExpression: "#owner = :owner",
      ExpressionAttributeNames: { "#owner": "owner" },
      ExpressionAttributeValues: { ":owner": owner },
      Limit: limit,
      // The client sends only the id: the owner is always the caller.
      ...(after !== undefined && { ExclusiveStartKey: { owner, id: after } }),
    }),
  );
  return { items: Items, next: LastEvaluatedKey?.id as string | undefined };
});
// #endregion
