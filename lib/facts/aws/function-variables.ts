/**
 * Variables that the service reserves for itself.
 *
 * Source: https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html
 */
export const reservedVariables: readonly string[] = [
  "AWS_ACCESS_KEY",
  "AWS_ACCESS_KEY_ID",
  "AWS_DEFAULT_REGION",
  "AWS_EXECUTION_ENV",
  "AWS_LAMBDA_FUNCTION_MEMORY_SIZE",
  "AWS_LAMBDA_FUNCTION_NAME",
  "AWS_LAMBDA_FUNCTION_VERSION",
  "AWS_LAMBDA_INITIALIZATION_TYPE",
  "AWS_LAMBDA_LOG_GROUP_NAME",
  "AWS_LAMBDA_LOG_STREAM_NAME",
  "AWS_LAMBDA_RUNTIME_API",
  "AWS_REGION",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_SESSION_TOKEN",
  "LAMBDA_RUNTIME_DIR",
  "LAMBDA_TASK_ROOT",
];

/**
 * The function of the library that verifies tokens for a `WebSocketApi`: its handler, and the variables with the accepted
 * tokens. No other function has this handler together with these variables.
 */
export const tokenVerifier = {
  program: "socket-authorizer",
  handler: "socket-authorizer.handler",
  issuer: "SERVERFORM_TOKEN_ISSUER",
  audience: "SERVERFORM_TOKEN_AUDIENCE",
  source: "SERVERFORM_TOKEN_SOURCE",
  use: "SERVERFORM_TOKEN_USE",
} as const;
