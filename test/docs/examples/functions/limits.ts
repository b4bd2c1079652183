import { ConditionalCheckFailedException, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { route } from "serverform/node/route";
import { Table } from "serverform/node/table";
import { z } from "zod";

// #region limit
const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

/** Counts a request of a user; false if the user has made `limit` requests in this hour. */
async function isWithin(limit: number, user: string): Promise<boolean> {
  const hour = new Date().toISOString().slice(0, 13);
  try {
    await client.send(
      new UpdateCommand({
        TableName: Table.Limits.tableName,
        Key: { user, hour },
        UpdateExpression: "ADD #count :one SET expiresAt = :end",
        ConditionExpression: "attribute_not_exists(#count) OR #count < :limit",
        ExpressionAttributeNames: { "#count": "count" },
        ExpressionAttributeValues: {
          ":one": 1,
          ":limit": limit,
          ":end": Math.floor(Date.now() / 1000) + 7200,
        },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

const errors = { 429: z.object({ message: z.string() }) };

export const report = route({ errors, status: 202 }, async (_, { claims, fail }) => {
  if (!(await isWithin(10, claims.sub ?? ""))) fail(429, { message: "At most 10 reports in an hour" });
  return { accepted: true };
});
// #endregion
