import { readModel } from "../../../../lib/model";
import { modelOf, outputFolder } from "../output";

describe("region and account", () => {
  test("ARNs name the region of the provider that a resource uses", () => {
    const model = modelOf({
      variable: { region: { default: "eu-central-1" } },
      provider: { aws: [{ region: "${var.region}" }, { alias: "us", region: "us-east-1" }] },
      resource: {
        aws_sns_topic: {
          A: { name: "a" },
          B: { name: "b", provider: "aws.us" },
          C: { name: "c", region: "eu-north-1" },
        },
      },
    });
    expect(model.region).toBe("eu-central-1");
    expect(model.ofType("aws_sns_topic").map(({ values }) => values.arn)).toEqual([
      "arn:aws:sns:eu-central-1:123456789012:a",
      "arn:aws:sns:us-east-1:123456789012:b",
      "arn:aws:sns:eu-north-1:123456789012:c",
    ]);
  });

  test.each([
    [{ allowed_account_ids: ["210987654321"] }],
    [{ assume_role: [{ role_arn: "arn:aws:iam::210987654321:role/deploy" }] }],
  ])("the account is the one that a provider is bound to: %j", (aws) => {
    expect(modelOf({ provider: { aws }, resource: { aws_x: { A: {} } } }).account).toBe("210987654321");
  });

  test.each([
    ["cn-north-1", "aws-cn"],
    ["us-gov-west-1", "aws-us-gov"],
    ["eu-west-1", "aws"],
  ])("%s is in the partition %s", (region, partition) => {
    expect(modelOf({ provider: { aws: { region } } }).partition).toBe(partition);
  });

  test("a provider without a region has the one that is given", () => {
    const folder = outputFolder({ "app/a.tf.json": { resource: { aws_sns_topic: { A: { name: "a" } } } } });
    expect(readModel(folder, { region: "eu-west-3" }).region).toBe("eu-west-3");
    expect(readModel(folder).region).toBe("us-east-1");
  });
});
