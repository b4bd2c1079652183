export { type AwsAnswer, AwsError, type AwsOptions, callAws, endpointOf, jsonError } from "./call";
export { AwsClock } from "./clock";
export type { Credentials, CredentialsProvider } from "./credentials";
export { isWakingUp, sendRdsData } from "./rds-data-client";
export { encodeSegment, signedHeaders, signingKey } from "./sign";
