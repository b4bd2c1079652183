import { Fn, TerraformDataSource } from "cdktf";
import { attribute, configValue } from "./provider-values";
import {
  access,
  actionsOf,
  decrypt,
  decryptAndEncrypt,
  encrypt,
  type Grant,
  grant,
  keyed,
  type PermissionRow,
} from "./row";

const cluster = {
  dataApi: actionsOf(
    "rds-data",
    "BatchExecuteStatement BeginTransaction CommitTransaction ExecuteStatement RollbackTransaction",
  ),
  secret: {
    actions: actionsOf("secretsmanager", "GetSecretValue DescribeSecret"),
    on: ["{secretArn}"],
    ifPresent: true,
  } satisfies Grant,
};

/** Rows of provider types that no construct of the library makes. */
export const providerRows: readonly PermissionRow[] = [
  {
    name: "DeliveryStream",
    types: ["aws_kinesis_firehose_delivery_stream"],
    // The service encrypts with its own grant; the sender needs nothing of the key.
    byDefault: access(grant(actionsOf("firehose", "PutRecord PutRecordBatch"), ["{arn}"])),
    access: {
      grantPutRecords: access(grant(actionsOf("firehose", "PutRecord PutRecordBatch"), ["{arn}"])),
      grantFullAccess: access(grant(["firehose:*"], ["{arn}"])),
    },
  },
  {
    name: "DatabaseCluster",
    types: ["aws_rds_cluster"],
    byDefault: keyed(decrypt, grant(cluster.dataApi, ["{arn}"]), cluster.secret),
    access: {
      grantDataApiAccess: keyed(decrypt, grant(cluster.dataApi, ["{arn}"]), cluster.secret),
      grantFullAccess: keyed(decrypt, grant(["rds:*", "rds-data:*"], ["{arn}"]), cluster.secret),
    },
    keyPath: "masterUserSecretKmsKeyId",
    parts(object) {
      const secretArn = attribute(object, "master_user_secret[0].secret_arn");
      if (TerraformDataSource.isTerraformDataSource(object)) {
        // Whether there is a managed secret is known at deployment only. Without one the statement names the cluster,
        // on which the actions on secrets mean nothing.
        return { secretArn: Fn.try([secretArn, attribute(object, "arn")]) };
      }
      return configValue(object, "manageMasterUserPassword") === true ? { secretArn } : {};
    },
  },
  {
    name: "Secret",
    types: ["aws_secretsmanager_secret"],
    byDefault: keyed(decrypt, grant(actionsOf("secretsmanager", "GetSecretValue DescribeSecret"), ["{arn}"])),
    access: {
      grantRead: keyed(
        decrypt,
        grant(actionsOf("secretsmanager", "GetSecretValue DescribeSecret"), ["{arn}"]),
      ),
      grantWrite: keyed(
        decryptAndEncrypt,
        grant(actionsOf("secretsmanager", "PutSecretValue UpdateSecret"), ["{arn}"]),
      ),
      grantFullAccess: keyed(decryptAndEncrypt, grant(["secretsmanager:*"], ["{arn}"])),
    },
    keyPath: "kmsKeyId",
  },
  {
    name: "Parameter",
    types: ["aws_ssm_parameter"],
    byDefault: keyed(decrypt, grant(["ssm:GetParameter*"], ["{arn}"])),
    access: {
      grantRead: keyed(decrypt, grant(["ssm:GetParameter*"], ["{arn}"])),
      // Standard parameters are encrypted by the key itself, advanced ones by a data key.
      grantWrite: keyed(["kms:Encrypt", ...encrypt], grant(["ssm:PutParameter"], ["{arn}"])),
      grantFullAccess: keyed(["kms:Encrypt", ...decryptAndEncrypt], grant(["ssm:*"], ["{arn}"])),
    },
    keyPath: "keyId",
  },
];
