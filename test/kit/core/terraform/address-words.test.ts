import { addressWordsOf } from "../../../../lib/kit/core/terraform/addresses";

test.each([
  ["${aws_sqs_queue.Jobs.arn}", ["aws_sqs_queue.Jobs"]],
  ["${data.aws_region.current.name}-${module.vpc.id}", ["data.aws_region.current", "module.vpc"]],
  ["${local.count-aws_instance.Web.count}", ["local.count-aws_instance"]],
  ["${10-aws_instance.Web.count}", ["aws_instance.Web"]],
  ["plain", []],
])("the words of %j that may be addresses are %j", (text, words) => {
  expect(addressWordsOf(text)).toEqual(words);
});

test("words are found in all texts of a value, also at the beginning of a line", () => {
  const value = { policy: ["<<EOT\n${aws_sqs_queue.Jobs.arn}\naws_sns_topic.News\nEOT"], "${local.key}": 1 };
  expect(addressWordsOf(value)).toEqual(["aws_sqs_queue.Jobs", "aws_sns_topic.News", "local.key"]);
  expect(addressWordsOf(undefined)).toEqual([]);
});
