import { textLimit } from "./limit";

const regions = "https://docs.aws.amazon.com/general/latest/gr/rande.html";

export const regionLimit = textLimit(
  regions,
  32,
  /^[a-z]{2,4}(-[a-z]+)+-\d$/,
  'the name of an AWS region, such as "eu-west-1"',
);
