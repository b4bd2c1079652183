import { readModel } from "../../../../lib/model";
import { modelOf, outputFolder, read } from "../output";

describe("region and account", () => {
  test("ARNs name the region of the provider that a resource uses", () => {
    const model = modelOf({
      variable: { region: { default: "eu-central-1" }, near: { default: "eu-west-2" } },
      provider: { aws: [{ region: "${var.region}" }, { alias: "us", region: "us-east-1" }] },
      resource: {
        aws_sns_topic: {
          A: { name: "a" },
          B: { name: "b", provider: "aws.us" },
          C: { name: "c", region: "eu-north-1" },
          D: { name: "d", region: "${var.near}" },
          E: { name: "e", region: "${each.key}", for_each: '${toset(["eu-south-1"])}' },
        },
      },
    });
    expect(model.region).toBe("eu-central-1");
    expect(model.ofType("aws_sns_topic").map(({ values }) => values.arn)).toEqual([
      "arn:aws:sns:eu-central-1:123456789012:a",
      "arn:aws:sns:us-east-1:123456789012:b",
      "arn:aws:sns:eu-north-1:123456789012:c",
      "arn:aws:sns:eu-west-2:123456789012:d",
      "arn:aws:sns:eu-south-1:123456789012:e",
    ]);
  });

  test("a region that names itself, which Terraform refuses, is reported, and the provider's is used", () => {
    const topic = { name: "a", region: "${aws_sns_topic.A.region}" };
    const json = { provider: { aws: { region: "eu-west-1" } }, resource: { aws_sns_topic: { A: topic } } };
    const { model, warnings } = read(outputFolder({ "app/a.tf.json": json }));
    expect(warnings).toEqual([expect.stringContaining("region cannot be evaluated here")]);
    expect(model.ofType("aws_sns_topic")[0]?.region).toBe("eu-west-1");
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
