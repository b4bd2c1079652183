import { construct } from "../../model/application";
import { snakeCase } from "../../model/names";
import {
  attributeOf,
  Computed,
  type ComputedPart,
  code,
  compact,
  joined,
  json,
  mapValue,
  objectOf,
  referenceOf,
  type Value,
  type ValueMap,
} from "../../model/value";
import type { SourceNode } from "../../source";
import { toValue } from "../intrinsics";
import { requireProviderClass } from "../provider-types";
import {
  booleanOf,
  type Converter,
  fieldsOf,
  leaveProperty,
  provided,
  type TemplateResource,
  tagMapOf,
  valueOf,
} from "./converter";

const fieldTypes: Readonly<Record<string, string>> = { S: "string", N: "number", B: "binary" };

/** `AWS::DynamoDB::Table` and `GlobalTable`. */
export const tableConverter: Converter = (source) => {
  const { properties } = source;
  const fields = Object.fromEntries(
    (properties.take("AttributeDefinitions")?.items ?? []).map((each) => [
      each.get("AttributeName")?.text ?? "",
      fieldTypes[each.get("AttributeType")?.text ?? "S"],
    ]),
  );
  const stream = properties.take("StreamSpecification")?.get("StreamViewType")?.text;
  const props = {
    fields,
    primaryIndex: indexKeys(properties.take("KeySchema")),
    globalIndexes: indexes(properties.take("GlobalSecondaryIndexes"), source, true),
    localIndexes: indexes(properties.take("LocalSecondaryIndexes"), source, false),
    stream: stream === undefined ? undefined : snakeCase(stream.toLowerCase()),
    timeToLiveAttribute: timeToLive(properties.take("TimeToLiveSpecification"), source),
    kinesisStream: kinesisOf(properties.take("KinesisStreamSpecification"), source),
    deletionProtection: booleanOf(source, "DeletionProtectionEnabled"),
    cdk: { table: override(source) },
  };
  properties.ignore("Replicas", "WriteProvisionedThroughputSettings").finish();
  if (properties.node.get("Replicas") !== undefined && source.type.endsWith("::Table"))
    leaveProperty(source, "Replicas", source.place);
  return [construct(source, "Table", props, tableAttributes)];
};

const tableAttributes = {
  "": ".tableName",
  Arn: ".tableArn",
  StreamArn: ".cdk.table.streamArn",
};

/** `AWS::Serverless::SimpleTable`: a table with one key. */
export const simpleTableConverter: Converter = (source) => {
  const { properties } = source;
  const key = properties.take("PrimaryKey");
  const name = key?.get("Name")?.text ?? "id";
  const type = key?.get("Type")?.text ?? "String";
  const props = {
    fields: { [name]: type.toLowerCase() },
    primaryIndex: { partitionKey: name },
    cdk: { table: override(source) },
  };
  properties.finish();
  return [construct(source, "Table", props, tableAttributes)];
};

function indexKeys(schema: SourceNode | undefined): ValueMap {
  const keyOf = (type: string) =>
    schema?.items.find((each) => each.get("KeyType")?.text === type)?.get("AttributeName")?.text;
  return { partitionKey: keyOf("HASH"), sortKey: keyOf("RANGE") };
}

function indexes(node: SourceNode | undefined, source: TemplateResource, isGlobal: boolean): Value {
  if (node === undefined) return undefined;
  return Object.fromEntries(
    node.items.map((each) => {
      const fields = fieldsOf(each, source);
      const name = fields.take("IndexName")?.text ?? "index";
      const { partitionKey, sortKey } = indexKeys(fields.take("KeySchema"));
      const projection = projectionOf(fields.take("Projection"));
      const capacity = capacityOf(fields.take("ProvisionedThroughput"), source);
      fields.finish();
      const keys = isGlobal ? { partitionKey, sortKey } : { sortKey };
      return [name, { ...keys, projection, cdk: capacity === undefined ? undefined : { index: capacity } }];
    }),
  );
}

/** `all` is the default. */
function projectionOf(node: SourceNode | undefined): Value {
  const type = node?.get("ProjectionType")?.text;
  if (type === "KEYS_ONLY") return "keys_only";
  if (type !== "INCLUDE") return undefined;
  return node?.get("NonKeyAttributes")?.items.map((each) => each.text ?? "");
}

function capacityOf(node: SourceNode | undefined, { scope }: TemplateResource): ValueMap | undefined {
  if (node === undefined) return undefined;
  const read = (key: string): Value => {
    const value = toValue(node.get(key), scope);
    return typeof value === "string" ? Number(value) : value;
  };
  return { readCapacity: read("ReadCapacityUnits"), writeCapacity: read("WriteCapacityUnits") };
}

function kinesisOf(node: SourceNode | undefined, { scope }: TemplateResource): Value {
  const stream = referenceOf(toValue(node?.get("StreamArn"), scope))?.target;
  if (node !== undefined && stream === undefined)
    scope.findings.todo(
      node.place,
      "`KinesisStreamSpecification` was not translated: pass a `KinesisStream`.",
    );
  return node === undefined || stream === undefined ? undefined : objectOf(stream, node.place);
}

/** Undefined unless it is enabled. */
function timeToLive(node: SourceNode | undefined, { scope }: TemplateResource): Value {
  return node?.get("Enabled")?.isTrue === true ? toValue(node.get("AttributeName"), scope) : undefined;
}

function override(source: TemplateResource): ValueMap | undefined {
  const { properties, scope } = source;
  const capacity = capacityOf(properties.take("ProvisionedThroughput"), source);
  const isProvisioned = capacity !== undefined && properties.take("BillingMode")?.text !== "PAY_PER_REQUEST";
  properties.ignore("BillingMode");
  const recovery = properties.take("PointInTimeRecoverySpecification")?.get("PointInTimeRecoveryEnabled");
  const encryption = properties.take("SSESpecification");
  return compact({
    name: valueOf(source, "TableName"),
    ...(isProvisioned && { billingMode: "PROVISIONED", ...capacity }),
    pointInTimeRecovery: recovery === undefined ? undefined : { enabled: recovery.isTrue },
    serverSideEncryption:
      encryption === undefined
        ? undefined
        : compact({
            enabled:
              encryption.get("SSEEnabled")?.isTrue === true || encryption.get("Enabled")?.isTrue === true,
            kmsKeyArn: toValue(encryption.get("KMSMasterKeyId"), scope),
          }),
    tableClass: valueOf(source, "TableClass"),
    tags: tagMapOf(source),
  });
}

/** `AWS::SecretsManager::Secret`, with its first value. */
export const secretConverter: Converter = (source) => {
  const { name, properties, scope, place } = source;
  const secret = provided(
    source,
    "secretsmanager-secret",
    {
      name: valueOf(source, "Name"),
      description: valueOf(source, "Description"),
      kmsKeyId: valueOf(source, "KmsKeyId"),
      tags: tagMapOf(source),
    },
    { "": ".arn", Id: ".arn" },
  );
  const given = valueOf(source, "SecretString");
  const generate = properties.take("GenerateSecretString");
  properties.finish();
  const secretString = generate === undefined ? given : generated(source, generate);
  if (secretString === undefined) return [secret];
  scope.findings.note(
    place,
    `\`${name}\`: the value of the secret is in Terraform's state, so protect the state.`,
  );
  const version = provided({ name: `${name}Value`, place }, "secretsmanager-secret-version", {
    secretId: attributeOf(name, "", place),
    secretString,
    // The data source returns a new password each time it is read.
    lifecycle: generate === undefined ? undefined : { ignoreChanges: ["secret_string"] },
  });
  return [secret, version];
};

/** A random password, in the template of the secret if it has one. */
function generated(source: TemplateResource, node: SourceNode): Value {
  const fields = fieldsOf(node, source);
  const template = toValue(fields.take("SecretStringTemplate"), source.scope);
  const key = fields.take("GenerateStringKey")?.text ?? "password";
  const read = (name: string) => {
    const text = fields.take(name)?.text;
    return text === "true" ? true : text === "false" ? false : text;
  };
  const options = compact({
    passwordLength: Number(fields.take("PasswordLength")?.text ?? 32),
    excludeCharacters: fields.take("ExcludeCharacters")?.text,
    excludePunctuation: read("ExcludePunctuation"),
    excludeLowercase: read("ExcludeLowercase"),
    excludeUppercase: read("ExcludeUppercase"),
    excludeNumbers: read("ExcludeNumbers"),
    includeSpace: read("IncludeSpace"),
    requireEachIncludedType: read("RequireEachIncludedType"),
  });
  fields.finish();
  const from = requireProviderClass("secretsmanager-secret").module.replace(
    /[^/]*$/,
    "data-aws-secretsmanager-random-password",
  );
  const name = "DataAwsSecretsmanagerRandomPassword";
  const password = code(
    `new ${name}(stack, "${source.name}Password", ${JSON.stringify(options)}).randomPassword`,
    [{ name, from }],
  );
  if (template === undefined) return password;
  const members = parsedTemplate(template);
  if (members !== undefined) return json({ ...members, [key]: password });
  source.scope.findings.todo(
    node.place,
    `\`${source.name}\`: \`SecretStringTemplate\` is not JSON, and was not translated.`,
  );
  return password;
}

/** The object of a text of JSON, which has computed parts within its strings. */
function parsedTemplate(template: Value): ValueMap | undefined {
  const parts: readonly unknown[] = template instanceof Computed ? template.parts : [template];
  const text = parts.map((part, index) => (typeof part === "string" ? part : `<part ${index}>`)).join("");
  const withParts = (leaf: string): Value =>
    joined(
      leaf.split(/(<part \d+>)/).map((each) => {
        const part = parts[Number(/^<part (\d+)>$/.exec(each)?.[1])];
        return part === undefined ? each : new Computed([part as ComputedPart]);
      }),
    );
  try {
    return mapValue(JSON.parse(text) as ValueMap, (leaf) =>
      typeof leaf === "string" ? withParts(leaf) : leaf,
    ) as ValueMap;
  } catch {
    return undefined;
  }
}
