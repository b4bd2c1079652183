import { DataAwsDynamodbTable } from "@cdktf/provider-aws/lib/data-aws-dynamodb-table";
import { Api, KinesisStream, type StackContext, Table } from "serverform";

// #region table
export function Notes({ stack }: StackContext) {
  const notes = new Table(stack, "Notes", {
    fields: { userId: "string", noteId: "string", changedAt: "number" },
    primaryIndex: { partitionKey: "userId", sortKey: "noteId" },
    globalIndexes: {
      byChange: { partitionKey: "userId", sortKey: "changedAt", projection: "keys_only" },
    },
    timeToLiveAttribute: "expiresAt",
    stream: "new_image",
    consumers: {
      index: {
        function: "functions/jobs.all",
        filters: [{ eventName: ["INSERT", "MODIFY"] }],
        retryAttempts: 10,
      },
    },
  });
  new Api(stack, "NotesApi", {
    defaults: { function: { bind: [notes] } },
    routes: { "GET /notes": "functions/notes.get", "POST /notes": "functions/notes.create" },
  });
}
// #endregion

// #region table-capacity
export function Counters({ stack }: StackContext) {
  const capacity = { readCapacity: 5, writeCapacity: 5 };
  const counters = new Table(stack, "Counters", {
    fields: { id: "string", day: "number" },
    primaryIndex: { partitionKey: "id", sortKey: "day" },
    cdk: { table: { billingMode: "PROVISIONED", ...capacity } },
  });
  counters.addGlobalIndexes({ byDay: { partitionKey: "day", cdk: { index: capacity } } });
}
// #endregion

// #region table-replicas
export function Accounts({ stack }: StackContext) {
  const accounts = new Table(stack, "Accounts", {
    fields: { id: "string" },
    primaryIndex: { partitionKey: "id" },
    replicas: { "eu-west-1": {}, "ap-northeast-1": { recovery: false } },
    recoveryDays: 14,
    deletionProtection: true,
  });
  accounts.addToResourcePolicy({
    Sid: "ReadByPartner",
    Effect: "Allow",
    Principal: { AWS: "arn:aws:iam::111122223333:root" },
    Action: "dynamodb:GetItem",
    Resource: accounts.tableArn,
  });
}
// #endregion

// #region table-stream
export function Orders({ stack }: StackContext) {
  const changes = new KinesisStream(stack, "OrderChanges");
  new Table(stack, "Orders", {
    fields: { id: "string" },
    primaryIndex: { partitionKey: "id" },
    kinesisStream: changes,
  });
}
// #endregion

// #region table-existing
export function OldNotes({ stack }: StackContext) {
  const table = new DataAwsDynamodbTable(stack, "OldTable", { name: "notes" });
  new Table(stack, "OldNotes", { consumers: { index: "functions/jobs.all" }, cdk: { table } });
}
// #endregion
