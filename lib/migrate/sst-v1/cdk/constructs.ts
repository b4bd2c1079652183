import { ownValue } from "../../../facts/errors/own-value";
import { type NewProps, objectText, setProp } from "../prop-changes";
import { type CdkRule, classOf, type SstStackFile } from "../stack-source";
import { children, objectMembersOf, type SyntaxNode, stringOf } from "../syntax";

/** The props here for a prop of AWS CDK, by path. Undefined if the user must write it. */
type Props = (file: SstStackFile, value: SyntaxNode) => Readonly<Record<string, string>> | undefined;

/** A prop that moves with an unchanged value. */
const at =
  (path: string): Props =>
  (file, value) => ({ [path]: file.textOf(value) });

const notedRemoval: Props = (file, value) => {
  file.note(value, "`removalPolicy`: `app.setDefaultRemovalPolicy` says what happens to the data.");
  return {};
};

/** `{ name: "id", type: AttributeType.STRING }` */
const key =
  (prop: string): Props =>
  (file, value) => {
    const members = new Map(objectMembersOf(file.objectOf(value)).map((each) => [each.key, each.value]));
    const [name, type] = [members.get("name"), members.get("type")];
    const field = name && stringOf(name);
    const kind = /\.(STRING|NUMBER|BINARY)$/.exec(
      type === undefined ? "" : file.edited.original.slice(type.start, type.end),
    )?.[1];
    if (field === undefined || kind === undefined) return undefined;
    return {
      [`fields.${JSON.stringify(field)}`]: JSON.stringify(kind.toLowerCase()),
      [`primaryIndex.${prop}`]: JSON.stringify(field),
    };
  };

/** Accepts a prop of AWS CDK only with the value that the library has by default. */
const only =
  (text: RegExp): Props =>
  (file, value) =>
    text.test(file.edited.original.slice(value.start, value.end)) ? {} : undefined;

/** A class of AWS CDK as a construct of the library, with the same attributes. */
const construct =
  (className: string, props: Readonly<Record<string, Props>>): CdkRule =>
  (file, node) => {
    const [scope, id, given] = children(node, "arguments");
    const literal = file.objectOf(given);
    const members = objectMembersOf(literal);
    if (!scope || !id || members.length < children(literal, "properties").length) return undefined;
    if (given !== undefined && literal === undefined) return undefined;
    const made: NewProps = new Map();
    for (const { key: name, value } of members) {
      const found = ownValue(props, name)?.(file, value);
      if (found === undefined) return undefined;
      for (const [path, text] of Object.entries(found)) setProp(made, path.split("."), text);
    }
    const last = made.size === 0 ? "" : `, ${objectText(made)}`;
    return `new ${file.need(className, "serverform")}(${file.textOf(scope)}, ${file.textOf(id)}${last})`;
  };

/** The attributes of the classes that both libraries have. */
const sameMembers: Readonly<Record<string, RegExp>> = {
  "aws-dynamodb.Table": /^table(Arn|Name)$/,
  "aws-s3.Bucket": /^bucket(Arn|Name)$/,
};

/** Reports a member of such a class that the construct does not have, for example `grantReadData`. */
export function reportMember(
  file: SstStackFile,
  node: SyntaxNode,
  object: SyntaxNode | undefined,
  name: string,
): void {
  const className = classOf(file, file.constantOf(object)) ?? "";
  if (ownValue(sameMembers, className)?.test(name) === false)
    file.todo(
      node,
      `\`${name}\` of \`${className}\`: list it in \`permissions\`, or in the props of the construct.`,
    );
}

/** `new dynamodb.Table(scope, id, { partitionKey, … })` */
export const table: CdkRule = construct("Table", {
  billingMode: only(/\bPAY_PER_REQUEST$/),
  partitionKey: key("partitionKey"),
  pointInTimeRecovery: at("cdk.table.pointInTimeRecovery.enabled"),
  removalPolicy: notedRemoval,
  sortKey: key("sortKey"),
  stream: (file, value) => {
    const kind = /\.(\w+)$/.exec(file.edited.original.slice(value.start, value.end))?.[1];
    return kind === undefined ? undefined : { stream: JSON.stringify(kind.toLowerCase()) };
  },
  tableName: at("cdk.table.name"),
  timeToLiveAttribute: at("timeToLiveAttribute"),
});

/** `new s3.Bucket(scope, id, { bucketName, … })` */
export const bucket: CdkRule = construct("Bucket", {
  autoDeleteObjects: at("cdk.bucket.forceDestroy"),
  blockPublicAccess: only(/\bBLOCK_ALL$/),
  bucketName: at("name"),
  encryption: only(/\bS3_MANAGED$/),
  publicReadAccess: only(/^false$/),
  removalPolicy: notedRemoval,
});

/** Constants of AWS CDK with the text that the provider takes. */
const values: Readonly<Record<string, string>> = {
  "aws-appsync.AuthorizationType.API_KEY": "API_KEY",
  "aws-appsync.AuthorizationType.IAM": "AWS_IAM",
  "aws-appsync.AuthorizationType.LAMBDA": "AWS_LAMBDA",
  "aws-appsync.AuthorizationType.OIDC": "OPENID_CONNECT",
  "aws-appsync.AuthorizationType.USER_POOL": "AMAZON_COGNITO_USER_POOLS",
  "aws-appsync.UserPoolDefaultAction.ALLOW": "ALLOW",
  "aws-appsync.UserPoolDefaultAction.DENY": "DENY",
  "aws-cognito.Mfa.REQUIRED": "ON",
  "aws-cognito.VerificationEmailStyle.CODE": "CONFIRM_WITH_CODE",
  "aws-cognito.VerificationEmailStyle.LINK": "CONFIRM_WITH_LINK",
  "aws-dynamodb.AttributeType.BINARY": "B",
  "aws-dynamodb.AttributeType.NUMBER": "N",
  "aws-dynamodb.AttributeType.STRING": "S",
  "aws-s3.ObjectOwnership.BUCKET_OWNER_ENFORCED": "BucketOwnerEnforced",
  "aws-s3.ObjectOwnership.BUCKET_OWNER_PREFERRED": "BucketOwnerPreferred",
  "aws-s3.ObjectOwnership.OBJECT_WRITER": "ObjectWriter",
  "aws-iam.Effect.ALLOW": "Allow",
  "aws-iam.Effect.DENY": "Deny",
  "aws-cognito.UserPoolClientIdentityProvider.AMAZON": "LoginWithAmazon",
  "aws-cognito.UserPoolClientIdentityProvider.APPLE": "SignInWithApple",
  "aws-cognito.UserPoolClientIdentityProvider.COGNITO": "COGNITO",
  "aws-cognito.UserPoolClientIdentityProvider.FACEBOOK": "Facebook",
  "aws-cognito.UserPoolClientIdentityProvider.GOOGLE": "Google",
  "aws-cognito.OAuthScope.COGNITO_ADMIN": "aws.cognito.signin.user.admin",
  "aws-cognito.OAuthScope.EMAIL": "email",
  "aws-cognito.OAuthScope.OPENID": "openid",
  "aws-cognito.OAuthScope.PHONE": "phone",
  "aws-cognito.OAuthScope.PROFILE": "profile",
  "aws-cognito.ProviderAttribute.AMAZON_USER_ID": "user_id",
  "aws-cognito.ProviderAttribute.AMAZON_POSTAL_CODE": "postal_code",
  "aws-cognito.ProviderAttribute.FACEBOOK_ID": "id",
  "aws-cognito.ProviderAttribute.GOOGLE_FULL_NAME": "name",
  "aws-cognito.ProviderAttribute.GOOGLE_NAMES": "names",
  "aws-cognito.ProviderAttribute.GOOGLE_PHONE_NUMBERS": "phoneNumbers",
  "aws-cognito.ProviderAttribute.GOOGLE_BIRTHDAYS": "birthdays",
  "aws-cognito.ProviderAttribute.GOOGLE_GENDER": "genders",
};

/**
 * The text of a constant, as TypeScript. Undefined if it is not known.
 *
 * Source: https://docs.aws.amazon.com/cdk/api/v2/docs/aws-cdk-lib.aws_cognito.ProviderAttribute.html
 */
export function cdkValue(name: string): string | undefined {
  const found = ownValue(values, name) ?? attribute(name) ?? runtime(name) ?? constant(name) ?? ownName(name);
  return found === undefined ? undefined : JSON.stringify(found);
}

/** `GOOGLE_FAMILY_NAME` is `family_name`. */
function attribute(name: string): string | undefined {
  const [, text] =
    /^aws-cognito\.ProviderAttribute\.(?:AMAZON|APPLE|FACEBOOK|GOOGLE)_([A-Z_]+)$/.exec(name) ?? [];
  return text?.toLowerCase();
}

/** `NODEJS_18_X` is `nodejs18.x`, `PYTHON_3_9` is `python3.9`, `JAVA_11` is `java11`. */
function runtime(name: string): string | undefined {
  const [, text] = /^aws-lambda\.Runtime\.([A-Z0-9_]+)$/.exec(name) ?? [];
  return text?.toLowerCase().replace("_", "").replaceAll("_", ".");
}

/** Kinds of values with the names of AWS. */
function ownName(name: string): string | undefined {
  return /^(?:aws-dynamodb\.(?:BillingMode|ProjectionType|StreamViewType|TableClass)|aws-cognito\.(?:AdvancedSecurityMode|Mfa)|aws-apigateway\.EndpointType|aws-lambda\.StartingPosition|aws-s3\.StorageClass)\.(\w+)$/.exec(
    name,
  )?.[1];
}

/** Methods keep their names; other constants are in lower case in SST and this library. */
function constant(name: string): string | undefined {
  const [, type = "", member = ""] =
    /^(?:aws-[a-z0-9]+\.)?(Architecture|CorsHttpMethod|EventType|HttpMethods|RemovalPolicy|RetentionDays|Tracing)\.(\w+)$/.exec(
      name,
    ) ?? [];
  if (member === "") return undefined;
  return /Method/.test(type) ? member.replace("ANY", "*") : member.toLowerCase();
}
