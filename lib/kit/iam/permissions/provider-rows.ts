import {
  access,
  actionsOf,
  decrypt,
  decryptAndEncrypt,
  encrypt,
  grant,
  keyed,
  type PermissionRow,
} from "./row";

/** Rows of provider types that no construct of the library makes. */
export const providerRows: readonly PermissionRow[] = [
  {
    name: "DeliveryStream",
    types: ["aws_kinesis_firehose_delivery_stream"],
    // The service encrypts with its own grant; the sender needs no permission for the key.
    byDefault: access(grant(actionsOf("firehose", "PutRecord PutRecordBatch"), ["{arn}"])),
    access: {
      grantPutRecords: access(grant(actionsOf("firehose", "PutRecord PutRecordBatch"), ["{arn}"])),
      grantFullAccess: access(grant(["firehose:*"], ["{arn}"])),
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
