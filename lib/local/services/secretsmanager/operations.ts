import { randomUUID } from "node:crypto";
import type { Values } from "../../model/model";
import { blocks, number, requireText, text, texts } from "../../model/values";
import { NotHereError, type Operation, ServiceError } from "../contract/define-service";
import { missingResource } from "../contract/missing-resource";
import { listPage } from "../contract/page";
import { randomPassword } from "./random-password";
import type { LocalSecret, LocalSecrets } from "./secrets";
import { findVersion, type SecretVersion, withVersion } from "./versions";

/** Source: https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_Operations.html */
export const secretOperations = {
  GetSecretValue: getSecretValue,

  BatchGetSecretValue: (secrets, input) => {
    const ids = texts(input, "SecretIdList");
    const wanted =
      ids.length > 0 ? ids : secrets.all.filter((each) => passes(each, input)).map(({ arn }) => arn);
    const { entries, next } = paged(wanted, input, 20);
    const found = entries.map((SecretId) => {
      try {
        return getSecretValue(secrets, { SecretId });
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        return { SecretId, ErrorCode: error.code, Message: error.message };
      }
    });
    return {
      SecretValues: found.filter((each) => !("ErrorCode" in each)),
      Errors: found.filter((each) => "ErrorCode" in each),
      NextToken: next,
    };
  },

  DescribeSecret: (secrets, input) => described(requireSecret(secrets, input)),

  ListSecrets: (secrets, input) => {
    const { entries, next } = paged(
      secrets.all.filter((each) => passes(each, input)),
      input,
      100,
    );
    return { SecretList: entries.map(listed), NextToken: next };
  },

  ListSecretVersionIds: (secrets, input) => {
    const { arn, name, versions } = requireSecret(secrets, input);
    const all = versions.map(({ id, stages, createdAt }) => ({
      VersionId: id,
      VersionStages: stages,
      CreatedDate: createdAt,
    }));
    return { ARN: arn, Name: name, Versions: all };
  },

  PutSecretValue: (secrets, input) => {
    const secret = requireSecret(secrets, input);
    const stages = texts(input, "VersionStages");
    const version = givenVersion(secrets, input);
    if (version === undefined) {
      throw new ServiceError(
        "InvalidRequestException",
        "You must provide either SecretString or SecretBinary.",
      );
    }
    const versions = withVersion(secret.versions, version, stages.length === 0 ? undefined : stages);
    secrets.put({ ...secret, versions });
    const written = versions.find(({ id }) => id === version.id);
    return { ARN: secret.arn, Name: secret.name, VersionId: version.id, VersionStages: written?.stages };
  },

  UpdateSecret: (secrets, input) => {
    const secret = requireSecret(secrets, input);
    const version = givenVersion(secrets, input);
    const versions = version === undefined ? secret.versions : withVersion(secret.versions, version);
    secrets.put({ ...secret, versions, description: text(input, "Description") ?? secret.description });
    return { ARN: secret.arn, Name: secret.name, VersionId: version?.id };
  },

  CreateSecret: (secrets, input) => {
    const name = text(input, "Name") ?? "";
    if (!/^[\w/+=.@-]{1,512}$/.test(name)) {
      throw new ServiceError(
        "ValidationException",
        "Invalid name. Must be a valid name containing alphanumeric characters, or any of the following: -/_+=.@!",
      );
    }
    if (secrets.find(name) !== undefined) {
      throw new ServiceError(
        "ResourceExistsException",
        `The operation failed because the secret ${name} already exists.`,
      );
    }
    const version = givenVersion(secrets, input);
    const arn = secrets.newArn(name);
    const tags = blocks(input, "Tags").map((tag) => [requireText(tag, "Key"), requireText(tag, "Value")]);
    secrets.put({
      arn,
      name,
      description: text(input, "Description"),
      tags: Object.fromEntries(tags),
      versions: version === undefined ? [] : withVersion([], version),
      isMadeByRequest: true,
    });
    return { ARN: arn, Name: name, VersionId: version?.id };
  },

  DeleteSecret: (secrets, input) => {
    const secret = requireSecret(secrets, input);
    if (secret.isMadeByRequest !== true) {
      throw new ServiceError(
        "InvalidRequestException",
        `The app declares the secret ${secret.name}, so serverform local does not delete it.`,
      );
    }
    secrets.delete(secret);
    return { ARN: secret.arn, Name: secret.name, DeletionDate: secrets.nowSeconds };
  },

  GetRandomPassword: (_, input) => ({ RandomPassword: randomPassword(input) }),
} satisfies Record<string, Operation<LocalSecrets, Values, object>>;

function getSecretValue(secrets: LocalSecrets, input: Values): object {
  const { arn, name, versions } = requireSecret(secrets, input);
  if (versions.length === 0) {
    throw new ServiceError(
      "ResourceNotFoundException",
      `The value of the secret ${name} is not in the app, so serverform local does not have it. Write it with PutSecretValue, or start an emulator that has it: --endpoint secretsmanager=<its URL>`,
    );
  }
  const [id, stage] = [text(input, "VersionId"), text(input, "VersionStage")];
  const version = findVersion(versions, id, stage);
  if (version === undefined) {
    const what = id === undefined ? `staging label: ${stage ?? "AWSCURRENT"}` : `VersionId: ${id}`;
    throw new ServiceError(
      "ResourceNotFoundException",
      `Secrets Manager can't find the specified secret value for ${what}`,
    );
  }
  return {
    ARN: arn,
    Name: name,
    SecretString: version.text,
    SecretBinary: version.binary,
    VersionId: version.id,
    VersionStages: version.stages,
    CreatedDate: version.createdAt,
  };
}

function requireSecret(secrets: LocalSecrets, input: Values): LocalSecret {
  const id = text(input, "SecretId") ?? "";
  const found = secrets.find(id);
  if (found !== undefined) return found;
  throw new NotHereError("ResourceNotFoundException", missingResource("secretsmanager", "secret", id));
}

/** The value that a request gives; undefined for none. */
function givenVersion(secrets: LocalSecrets, input: Values): Omit<SecretVersion, "stages"> | undefined {
  const [value, binary] = [text(input, "SecretString"), text(input, "SecretBinary")];
  if (value === undefined && binary === undefined) return undefined;
  if (value !== undefined && binary !== undefined) {
    throw new ServiceError(
      "InvalidParameterException",
      "You can't specify both a binary secret value and a string secret value in the same secret.",
    );
  }
  const id = text(input, "ClientRequestToken") ?? randomUUID();
  return { id, text: value, binary, createdAt: secrets.nowSeconds };
}

function paged<Entry>(all: readonly Entry[], input: Values, most: number) {
  const [token, limit] = [text(input, "NextToken"), number(input, "MaxResults")];
  return listPage(all, { token, limit, most, code: "InvalidNextTokenException" });
}

/** Whether a secret passes the filters: beginnings of names, descriptions and keys or values of tags. */
function passes({ name, description = "", tags = {} }: LocalSecret, input: Values): boolean {
  const parts: Readonly<Record<string, readonly string[]>> = {
    name: [name],
    description: [description],
    "tag-key": Object.keys(tags),
    "tag-value": Object.values(tags),
    all: [name, description, ...Object.entries(tags).flat()],
  };
  return blocks(input, "Filters").every((filter) => {
    const key = text(filter, "Key") ?? "";
    const values = texts(filter, "Values");
    const isExcluding = values.every((value) => value.startsWith("!"));
    const wanted = values.map((value) => value.replace(/^!/, ""));
    const found = (parts[key] ?? []).some((part) => wanted.some((value) => part.startsWith(value)));
    return isExcluding ? !found : found;
  });
}

const tagList = (tags: Readonly<Record<string, string>> = {}): readonly object[] =>
  Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));

const stagesOf = (versions: readonly SecretVersion[]): object =>
  Object.fromEntries(versions.map(({ id, stages }) => [id, stages]));

function listed(secret: LocalSecret): object {
  const { VersionIdsToStages, ...rest } = described(secret);
  return { ...rest, SecretVersionsToStages: VersionIdsToStages };
}

function described({ arn, name, description, tags, versions }: LocalSecret) {
  return {
    ARN: arn,
    Name: name,
    Description: description,
    Tags: tagList(tags),
    VersionIdsToStages: stagesOf(versions),
  };
}
