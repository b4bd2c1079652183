import { textLimit } from "./limit";

const regions = "https://docs.aws.amazon.com/general/latest/gr/rande.html";
const arns = "https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html";

export const regionLimit = textLimit(
  regions,
  32,
  /^[a-z]{2,4}(-[a-z]+)+-\d$/,
  'the name of an AWS region, such as "eu-west-1"',
);

export const roleArnLimit = textLimit(
  arns,
  2048,
  /^arn:[\w-]+:iam::\d{12}:role\/[\w+=,.@/-]+$/,
  'the ARN of a role, such as "arn:aws:iam::111122223333:role/logs"',
);
