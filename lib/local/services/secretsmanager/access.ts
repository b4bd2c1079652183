import type { Values } from "../../model/model";
import { text } from "../../model/values";
import type { AccessOf } from "../contract/define-service";
import type { secretOperations } from "./operations";
import type { LocalSecrets } from "./secrets";

type SecretAccess = AccessOf<LocalSecrets, Values>;

/** The permission of one action on the secret that the input names: by its whole ARN, where it is in the app. */
const onSecret =
  (action: string): SecretAccess =>
  (input, arn, secrets) => {
    const id = text(input, "SecretId") ?? "";
    const resource = id.startsWith("arn:") ? id : arn("secretsmanager", `secret:${id}`);
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
} satisfies Record<keyof typeof secretOperations, SecretAccess>;
