import { ownValue } from "../../../facts/errors/own-value";

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

/** Kinds of values that are called as AWS calls them. */
function ownName(name: string): string | undefined {
  return /^(?:aws-dynamodb\.(?:BillingMode|ProjectionType|StreamViewType|TableClass)|aws-cognito\.(?:AdvancedSecurityMode|Mfa)|aws-apigateway\.EndpointType|aws-lambda\.StartingPosition|aws-s3\.StorageClass)\.(\w+)$/.exec(
    name,
  )?.[1];
}

/** Methods keep their names; SST and this library have the others in lower case. */
function constant(name: string): string | undefined {
  const [, type = "", member = ""] =
    /^(?:aws-[a-z0-9]+\.)?(Architecture|CorsHttpMethod|EventType|HttpMethods|RemovalPolicy|RetentionDays|Tracing)\.(\w+)$/.exec(
      name,
    ) ?? [];
  if (member === "") return undefined;
  return /Method/.test(type) ? member.replace("ANY", "*") : member.toLowerCase();
}
