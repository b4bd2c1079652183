import { generateUuid } from "../../model/generated-id";
import type { Values } from "../../model/model";
import { text } from "../../model/values";
import { NotHereError, type Operation, ServiceError } from "../contract/define-service";
import { missingResource } from "../contract/missing-resource";
import type { LocalSecret, LocalSecrets } from "./secrets";

/** Source: https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_Operations.html */
export const secretOperations = {
  GetSecretValue: (secrets, input) => {
    const { arn, name, value } = requireSecret(secrets, input);
    if (value === undefined) {
      throw new ServiceError(
        "ResourceNotFoundException",
        `The value of the secret ${name} is not in the app, so serverform local does not have it. Start an emulator that has it: --endpoint secretsmanager=<its URL>`,
      );
    }
    return {
      ARN: arn,
      Name: name,
      SecretString: value,
      VersionId: generateUuid(arn),
      VersionStages: ["AWSCURRENT"],
      CreatedDate: 1_704_067_200,
    };
  },

  DescribeSecret: (secrets, input) => {
    const { arn, name } = requireSecret(secrets, input);
    return { ARN: arn, Name: name, VersionIdsToStages: { [generateUuid(arn)]: ["AWSCURRENT"] } };
  },
} satisfies Record<string, Operation<LocalSecrets, Values, object>>;

function requireSecret(secrets: LocalSecrets, input: Values): LocalSecret {
  const id = text(input, "SecretId") ?? "";
  const found = secrets.find(id);
  if (found !== undefined) return found;
  throw new NotHereError("ResourceNotFoundException", missingResource("secretsmanager", "secret", id));
}
