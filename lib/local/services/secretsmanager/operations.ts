import { randomInt, randomUUID } from "node:crypto";
import { blocks, flag, number, requireText, text, texts, type Values } from "../../../model";
import { NotHereError, notInApp, type Operation, ServiceError } from "../contract/define-service";
import { tagList } from "../contract/described";
import { listPage, paged } from "../contract/page";
import {
  findVersion,
  isInUse,
  type LocalSecret,
  type LocalSecrets,
  type SecretVersion,
  withVersion,
} from "./secrets";

/** Whether a value of a filter matches a secret. */
type Matches = (secret: LocalSecret, value: string) => boolean;

/**
 * Sources: https://docs.aws.amazon.com/secretsmanager/latest/userguide/manage_search-secret.html, and recorded answers of AWS,
 * `test/local/recorded/secretsmanager/secrets.json`
 */
const filters: ReadonlyMap<string, Matches> = new Map<string, Matches>([
  ["name", ({ name }, value) => name.startsWith(value)],
  ["description", ({ description = "" }, value) => hasWords([description], value)],
  ["tag-key", ({ tags = {} }, value) => Object.keys(tags).some((key) => key.startsWith(value))],
  ["tag-value", ({ tags = {} }, value) => Object.values(tags).some((each) => each.startsWith(value))],
  [
    "all",
    ({ name, description = "", tags = {} }, value) =>
      hasWords([name, description, ...Object.entries(tags).flat()], value),
  ],
]);

/** Whether a secret passes all filters: each by any of its values, and by none of those with an exclamation mark. */
function matchesFilters(secret: LocalSecret, input: Values): boolean {
  return blocks(input, "Filters").every((filter) => {
    const matches = filters.get(text(filter, "Key") ?? "");
    const values = texts(filter, "Values");
    const isExcluding = values.every((value) => value.startsWith("!"));
    const found = values.some((value) => matches?.(secret, value.replace(/^!/, "")) === true);
    return isExcluding ? !found : found;
  });
}

/** Whether each word of a value begins a word of the texts, in any case. */
function hasWords(texts: readonly string[], value: string): boolean {
  const known = texts.flatMap(wordsOf);
  const wanted = wordsOf(value);
  return wanted.length > 0 && wanted.every((word) => known.some((each) => each.startsWith(word)));
}

/** Words end at white space and punctuation, and before a capital: `COMPANYThings` is `COMPANY` and `Things`. */
function wordsOf(text: string): readonly string[] {
  const parts = text.split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/);
  return parts.filter((part) => part !== "").map((part) => part.toLowerCase());
}

const kinds = {
  ExcludeLowercase: "abcdefghijklmnopqrstuvwxyz",
  ExcludeUppercase: "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
  ExcludeNumbers: "0123456789",
  ExcludePunctuation: "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
} as const;

const invalid = (message: string): ServiceError => new ServiceError("InvalidParameterException", message);

const oneOf = (letters: string): string => letters.charAt(randomInt(letters.length));

/** Source: https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_GetRandomPassword.html */
function randomPassword(input: Values): string {
  const length = number(input, "PasswordLength") ?? 32;
  if (!(length >= 1 && length <= 4096)) {
    throw invalid("The password length must be between 1 and 4096.");
  }
  const excluded = text(input, "ExcludeCharacters") ?? "";
  const without = (letters: string): string =>
    [...letters].filter((each) => !excluded.includes(each)).join("");
  const included = Object.entries(kinds).flatMap(([name, letters]) =>
    flag(input, name) === true ? [] : [letters],
  );
  const all = [...included, ...(flag(input, "IncludeSpace") === true ? [" "] : [])]
    .map(without)
    .filter((letters) => letters !== "");
  if (all.length === 0) throw invalid("No characters are left for the password.");
  const needsEach = flag(input, "RequireEachIncludedType") ?? true;
  if (needsEach && length < all.length) {
    throw invalid(`The password length must be at least ${all.length}: one character of each included type.`);
  }
  const letters = Array.from({ length }, (_, index) =>
    oneOf(needsEach && index < all.length ? (all[index] ?? "") : all.join("")),
  );
  for (let index = letters.length - 1; index > 0; index -= 1) {
    const other = randomInt(index + 1);
    [letters[index], letters[other]] = [letters[other] ?? "", letters[index] ?? ""];
  }
  return letters.join("");
}

/** The name of the service's key in a list of versions. */
const defaultKey = "DefaultEncryptionKey";

/** Source: https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_DeleteSecret.html */
const usualWindowDays = 30;

const wrongToken = "InvalidNextTokenException";

/** Source: https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_Operations.html */
export const secretOperations = {
  GetSecretValue: getSecretValue,

  BatchGetSecretValue: (secrets, input) => {
    const ids = texts(input, "SecretIdList");
    const wanted =
      ids.length > 0
        ? ids
        : secrets.all
            .filter((each) => each.deletesAt === undefined && matchesFilters(each, input))
            .map(({ arn }) => arn);
    const [token, limit] = [text(input, "NextToken"), number(input, "MaxResults")];
    const { entries, next } = listPage(wanted, { token, limit, most: 20, code: wrongToken });
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

  DescribeSecret: (secrets, input) => described(requireKnown(secrets, input)),

  ListSecrets: (secrets, input) => {
    const isWithDeleted = flag(input, "IncludePlannedDeletion") === true;
    const found = secrets.all.filter(
      (each) => matchesFilters(each, input) && (each.deletesAt === undefined || isWithDeleted),
    );
    return paged(found, input, { member: "SecretList", most: 100, code: wrongToken }, listed);
  },

  ListSecretVersionIds: (secrets, input) => {
    const { arn, name, versions, kmsKeyId = defaultKey } = requireSecret(secrets, input);
    const wanted = versions.filter(isInUse);
    const all = (flag(input, "IncludeDeprecated") === true ? versions : wanted).map((version) => ({
      VersionId: version.id,
      VersionStages: isInUse(version) ? version.stages : undefined,
      CreatedDate: version.createdAt,
      KmsKeyIds: [kmsKeyId],
    }));
    return { ARN: arn, Name: name, Versions: all };
  },

  PutSecretValue: (secrets, input) => {
    const secret = requireSecret(secrets, input);
    const stages = texts(input, "VersionStages");
    const version = givenVersion(secrets, input);
    if (version === undefined) {
      throw refused("You must provide either SecretString or SecretBinary.");
    }
    const versions = withVersion(secret, version, stages.length === 0 ? undefined : stages);
    secrets.put({ ...secret, versions, changedAt: secrets.nowSeconds });
    const written = versions.find(({ id }) => id === version.id);
    return { ARN: secret.arn, Name: secret.name, VersionId: version.id, VersionStages: written?.stages };
  },

  UpdateSecret: (secrets, input) => {
    const secret = requireSecret(secrets, input);
    const version = givenVersion(secrets, input);
    const versions = version === undefined ? secret.versions : withVersion(secret, version);
    const description = text(input, "Description") ?? secret.description;
    secrets.put({ ...secret, versions, description, changedAt: secrets.nowSeconds });
    return { ARN: secret.arn, Name: secret.name, VersionId: version?.id };
  },

  CreateSecret: (secrets, input) => {
    const name = text(input, "Name") ?? "";
    if (!/^[\w/+=.@-]{1,512}$/.test(name)) throw invalidName();
    const version = givenVersion(secrets, input);
    const known = secrets.find(name);
    if (known !== undefined) return createdBefore(known, version);
    const arn = secrets.newArn(name);
    const tags = blocks(input, "Tags").map((tag) => [requireText(tag, "Key"), requireText(tag, "Value")]);
    const created: LocalSecret = {
      arn,
      name,
      description: text(input, "Description"),
      ...(tags.length > 0 && { tags: Object.fromEntries(tags) }),
      kmsKeyId: text(input, "KmsKeyId"),
      versions: [],
      createdAt: secrets.nowSeconds,
      changedAt: secrets.nowSeconds,
      isMadeByRequest: true,
    };
    secrets.put({ ...created, versions: version === undefined ? [] : withVersion(created, version) });
    return { ARN: arn, Name: name, VersionId: version?.id };
  },

  DeleteSecret: (secrets, input) => {
    const secret = requireKnown(secrets, input);
    if (secret.isMadeByRequest !== true) {
      throw refused(`The app declares the secret ${secret.name}, so serverform local does not delete it.`);
    }
    const { arn, name } = secret;
    if (flag(input, "ForceDeleteWithoutRecovery") === true) {
      secrets.delete(secret);
      return { ARN: arn, Name: name, DeletionDate: secrets.nowSeconds };
    }
    if (secret.deletesAt !== undefined) throw markedForDeletion();
    const days = number(input, "RecoveryWindowInDays") ?? usualWindowDays;
    const deletesAt = secrets.nowSeconds + days * 24 * 60 * 60;
    secrets.put({ ...secret, deletesAt });
    return { ARN: arn, Name: name, DeletionDate: deletesAt };
  },

  GetRandomPassword: (_, input) => ({ RandomPassword: randomPassword(input) }),
} satisfies Record<string, Operation<LocalSecrets, Values, object>>;

function getSecretValue(secrets: LocalSecrets, input: Values): object {
  const secret = requireSecret(secrets, input);
  const { arn, name } = secret;
  const [id, stage] = [text(input, "VersionId"), text(input, "VersionStage")];
  const version = findVersion(secret.versions, id, stage);
  if (version === undefined) throw withoutValue(secret, id, stage);
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

/** The answer to a second `CreateSecret`: the same if it is the same request. */
function createdBefore(known: LocalSecret, version: Omit<SecretVersion, "stages"> | undefined): object {
  const { arn, name, versions, deletesAt } = known;
  if (deletesAt !== undefined) {
    throw refused(
      "You can't create this secret because a secret with this name is already scheduled for deletion.",
    );
  }
  if (version === undefined || versions.every(({ id }) => id !== version.id)) {
    throw new ServiceError(
      "ResourceExistsException",
      `The operation failed because the secret ${name} already exists.`,
    );
  }
  withVersion(known, version);
  return { ARN: arn, Name: name, VersionId: version.id };
}

/** The error for a value that a secret does not have. */
function withoutValue(
  { name, versions, isMadeByRequest }: LocalSecret,
  id: string | undefined,
  stage: string | undefined,
): ServiceError {
  if (id !== undefined && versions.some((each) => each.id === id)) {
    return refused("You provided a VersionStage that is not associated to the provided VersionId.");
  }
  const what = id === undefined ? `staging label: ${stage ?? "AWSCURRENT"}` : `VersionId: ${id}`;
  const message = `Secrets Manager can't find the specified secret value for ${what}`;
  if (versions.length > 0 || isMadeByRequest === true) {
    return new ServiceError("ResourceNotFoundException", message);
  }
  const hint = `The value of the secret ${name} is not in the app, so serverform local does not have it. Write it with PutSecretValue, or start an emulator that has it: --endpoint secretsmanager=<its URL>`;
  return new NotHereError("ResourceNotFoundException", message, hint);
}

const refused = (message: string): ServiceError => new ServiceError("InvalidRequestException", message);

const markedForDeletion = () =>
  refused("You can't perform this operation on the secret because it was marked for deletion.");

const invalidName = () =>
  new ServiceError(
    "ValidationException",
    "Invalid name. Must be a valid name containing alphanumeric characters, or any of the following: -/_+=.@!",
  );

/** A secret, unless it is marked for deletion. */
function requireSecret(secrets: LocalSecrets, input: Values): LocalSecret {
  const secret = requireKnown(secrets, input);
  if (secret.deletesAt !== undefined) throw markedForDeletion();
  return secret;
}

function requireKnown(secrets: LocalSecrets, input: Values): LocalSecret {
  const id = text(input, "SecretId") ?? "";
  if (!/^[\w/+=.@!:-]+$/.test(id)) throw invalidName();
  const found = secrets.find(id);
  if (found !== undefined) return found;
  throw notInApp("secretsmanager", "secret", id, "Secrets Manager can't find the specified secret.");
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

const stagesOf = (versions: readonly SecretVersion[]): object =>
  Object.fromEntries(versions.map(({ id, stages }) => [id, stages]));

function listed(secret: LocalSecret): object {
  const { VersionIdsToStages, ...rest } = described(secret);
  return { ...rest, SecretVersionsToStages: VersionIdsToStages };
}

function described(secret: LocalSecret) {
  const { arn, name, description, tags, versions, kmsKeyId, createdAt, changedAt, deletesAt } = secret;
  const inUse = versions.filter(isInUse);
  return {
    ARN: arn,
    Name: name,
    Description: description,
    KmsKeyId: kmsKeyId,
    CreatedDate: createdAt,
    LastChangedDate: changedAt,
    DeletedDate: deletesAt,
    Tags: tags === undefined ? undefined : tagList(tags),
    VersionIdsToStages: inUse.length === 0 ? undefined : stagesOf(inUse),
  };
}
