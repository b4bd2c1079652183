import { isArn } from "../../../facts/aws/arns";
import { text, texts, type Values } from "../../../model";
import type { AccessOf } from "../contract/define-service";
import type { secretOperations } from "./operations";
import type { LocalSecrets } from "./secrets";

type SecretAccess = AccessOf<LocalSecrets, Values>;

/** The permission of one action on the secret that the input names: by its whole ARN, where it is in the app. */
const onSecret =
  (action: string): SecretAccess =>
  (input, arn, secrets) => {
    const id = text(input, "SecretId") ?? "";
    const resource = isArn(id) ? id : arn("secretsmanager", `secret:${id}`);
    return [
      {
        action: `secretsmanager:${action}`,
        resource: secrets.find(id)?.arn ?? resource,
        keys: {
          "secretsmanager:SecretId": id,
          "secretsmanager:VersionId": text(input, "VersionId"),
          "secretsmanager:VersionStage": text(input, "VersionStage"),
        },
      },
    ];
  };

/** Source: https://docs.aws.amazon.com/service-authorization/latest/reference/list_awssecretsmanager.html */
export const secretAccess = {
  GetSecretValue: onSecret("GetSecretValue"),
  DescribeSecret: onSecret("DescribeSecret"),
  BatchGetSecretValue: (input, arn, secrets) => [
    { action: "secretsmanager:BatchGetSecretValue", resource: "*" },
    ...texts(input, "SecretIdList").flatMap((SecretId) =>
      onSecret("GetSecretValue")({ SecretId }, arn, secrets),
    ),
  ],
  ListSecrets: () => [{ action: "secretsmanager:ListSecrets", resource: "*" }],
  ListSecretVersionIds: onSecret("ListSecretVersionIds"),
  PutSecretValue: onSecret("PutSecretValue"),
  UpdateSecret: onSecret("UpdateSecret"),
  DeleteSecret: onSecret("DeleteSecret"),
  CreateSecret: (input, arn) => [
    {
      action: "secretsmanager:CreateSecret",
      resource: arn("secretsmanager", `secret:${text(input, "Name") ?? ""}-000000`),
      keys: { "secretsmanager:Name": text(input, "Name") },
    },
  ],
  GetRandomPassword: () => [{ action: "secretsmanager:GetRandomPassword", resource: "*" }],
} satisfies Record<keyof typeof secretOperations, SecretAccess>;
