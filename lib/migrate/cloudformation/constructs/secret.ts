import { attributeOf, Call, code, compact, type Value } from "../../model/value";
import type { SourceNode } from "../../source/node";
import { requireProviderClass } from "../provider-types";
import { type Converter, fieldsOf, provided, type TemplateResource, tagMapOf, valueOf } from "./converter";

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
    // The data source returns another password each time that it is read.
    lifecycle: generate === undefined ? undefined : { ignoreChanges: ["secret_string"] },
  });
  return [secret, version];
};

/** A random password, in the template of the secret if it has one. */
function generated(source: TemplateResource, node: SourceNode): Value {
  const fields = fieldsOf(node, source);
  const template = fields.take("SecretStringTemplate")?.text;
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
  try {
    return new Call("JSON.stringify", [
      { ...(JSON.parse(template) as Record<string, string>), [key]: password },
    ]);
  } catch {
    source.scope.findings.todo(
      node.place,
      `\`${source.name}\`: \`SecretStringTemplate\` is not JSON, and was not translated.`,
    );
    return password;
  }
}
