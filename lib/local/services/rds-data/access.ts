import { text, type Values } from "../../../model";
import type { AccessOf } from "../contract/define-service";
import type { RdsClusters } from "./clusters";

/** The service reads the secret with the permissions of its caller. */
const onCluster =
  (action: string): AccessOf<RdsClusters, Values> =>
  (input) => [
    { action: `rds-data:${action}`, resource: text(input, "resourceArn") ?? "*" },
    { action: "secretsmanager:GetSecretValue", resource: text(input, "secretArn") ?? "*" },
  ];

/**
 * By path.
 *
 * Source: https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonrdsdataapi.html
 */
export const rdsDataAccess = {
  "/BatchExecute": onCluster("BatchExecuteStatement"),
  "/BeginTransaction": onCluster("BeginTransaction"),
  "/CommitTransaction": onCluster("CommitTransaction"),
  "/Execute": onCluster("ExecuteStatement"),
  "/RollbackTransaction": onCluster("RollbackTransaction"),
};
