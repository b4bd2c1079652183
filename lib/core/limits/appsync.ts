import { type ResourceLimits, textLimit } from "./limit";

const createApi = "https://docs.aws.amazon.com/appsync/latest/APIReference/API_CreateApi.html";
const roleArn =
  "https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html#identifiers-arns";

/** The role of an account, as logs and other services take it. */
export const roleArnLimit = textLimit(
  roleArn,
  2048,
  /^arn:[\w-]+:iam::\d{12}:role\/[\w+=,.@/-]+$/,
  'the ARN of a role: "arn:aws:iam::111122223333:role/logs"',
);

/** APIs of AppSync. */
export const appSyncLimits = {
  aws_appsync_api: {
    name: textLimit(createApi, 50, /^[A-Za-z0-9_ -]+$/, "letters, digits, spaces, - and _"),
    ownerContact: textLimit(createApi, 250, /^[A-Za-z0-9_ .-]+$/, "letters, digits, spaces, ., - and _"),
  },
} satisfies Readonly<Record<string, ResourceLimits>>;
