import { createViewerFunction } from "../../../../lib/kit/site";
import { only, testStack } from "../../../support/stack";

// https://docs.aws.amazon.com/cloudfront/latest/APIReference/API_CreateFunction.html
test.each([
  ["Pages", 15],
  ["P".repeat(53), 63],
  ["P".repeat(54), 64],
  ["P".repeat(55), 64],
  ["P".repeat(200), 64],
])("the function of CloudFront for %s has a name of %i characters", (id, length) => {
  const stack = testStack();
  createViewerFunction(stack, id, "");
  expect(only(stack, "aws_cloudfront_function").name).toHaveLength(length);
});
