/**
 * The additions of AppSync to GraphQL: its scalars and directives. A schema may use them without a definition.
 *
 * Sources: https://docs.aws.amazon.com/appsync/latest/devguide/scalars.html,
 * https://docs.aws.amazon.com/appsync/latest/devguide/graphql-directives.html
 */
export const dialect = `
scalar AWSDate
scalar AWSTime
scalar AWSDateTime
scalar AWSTimestamp
scalar AWSEmail
scalar AWSJSON
scalar AWSURL
scalar AWSPhone
scalar AWSIPAddress
directive @aws_api_key on OBJECT | FIELD_DEFINITION
directive @aws_iam on OBJECT | FIELD_DEFINITION
directive @aws_oidc on OBJECT | FIELD_DEFINITION
directive @aws_lambda on OBJECT | FIELD_DEFINITION
directive @aws_cognito_user_pools(cognito_groups: [String!]) on OBJECT | FIELD_DEFINITION
directive @aws_auth(cognito_groups: [String!]!) on FIELD_DEFINITION
directive @aws_subscribe(mutations: [String!]!) on FIELD_DEFINITION
directive @aws_publish(subscriptions: [String!]!) on FIELD_DEFINITION
directive @canonical on OBJECT | INTERFACE | UNION | ENUM | INPUT_OBJECT | FIELD_DEFINITION
directive @hidden on OBJECT | INTERFACE | UNION | ENUM | INPUT_OBJECT | FIELD_DEFINITION
directive @renamed(to: String!) on OBJECT | INTERFACE | UNION | ENUM | INPUT_OBJECT | FIELD_DEFINITION
`;

/** Authorization directives, each with the mode that it selects. */
export const modeOfDirective: Readonly<Record<string, string>> = {
  aws_api_key: "API_KEY",
  aws_iam: "AWS_IAM",
  aws_oidc: "OPENID_CONNECT",
  aws_lambda: "AWS_LAMBDA",
  aws_cognito_user_pools: "AMAZON_COGNITO_USER_POOLS",
  aws_auth: "AMAZON_COGNITO_USER_POOLS",
};
