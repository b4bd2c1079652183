import { DataAwsSecurityGroup } from "@cdktf/provider-aws/lib/data-aws-security-group";
import { DataAwsSubnet } from "@cdktf/provider-aws/lib/data-aws-subnet";
import { DataAwsVpc } from "@cdktf/provider-aws/lib/data-aws-vpc";
import { EfsAccessPoint } from "@cdktf/provider-aws/lib/efs-access-point";
import { SecurityGroup } from "@cdktf/provider-aws/lib/security-group";
import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { Subnet } from "@cdktf/provider-aws/lib/subnet";
import { Vpc } from "@cdktf/provider-aws/lib/vpc";
import { Function, type FunctionProps } from "../../../../lib/kit/function";
import { inlineStatements, only, resources, testStack } from "../../../support/stack";

const handler = "functions/notes.get";
const network = { vpc: "vpc-1", vpcSubnets: ["subnet-1"] } as const;
const accessPoint = "arn:aws:elasticfilesystem:us-east-1:111122223333:access-point/fsap-0123456789abcdef0";

function create(props: FunctionProps, stack = testStack()) {
  new Function(stack, "Get", { handler, ...props });
  return stack;
}

describe("a function in a VPC", () => {
  test("has its own security group that lets everything out", () => {
    const stack = create(network);
    expect(only(stack, "aws_security_group")).toEqual({
      name_prefix: "dev-notes-Main-Get-",
      description: "Function dev-notes-Main/Get",
      vpc_id: "vpc-1",
      egress: [
        {
          description: "All traffic out",
          protocol: "-1",
          from_port: 0,
          to_port: 0,
          cidr_blocks: ["0.0.0.0/0"],
          ipv6_cidr_blocks: ["::/0"],
          prefix_list_ids: null,
          security_groups: null,
          self: null,
        },
      ],
    });
    expect(only(stack, "aws_lambda_function").vpc_config).toEqual({
      subnet_ids: ["subnet-1"],
      security_group_ids: [expect.stringMatching(/^\$\{aws_security_group\.Get_SecurityGroup_\w+\.id\}$/)],
    });
  });
  test("may let nothing out", () => {
    expect(only(create({ ...network, allowAllOutbound: false }), "aws_security_group")).not.toHaveProperty(
      "egress",
    );
  });
  test("accepts existing security groups", () => {
    const stack = create({ ...network, securityGroups: ["sg-1", "sg-2"] });
    expect(resources(stack, "aws_security_group")).toEqual({});
    expect(only(stack, "aws_lambda_function").vpc_config).toMatchObject({
      security_group_ids: ["sg-1", "sg-2"],
    });
  });
  test("takes resources and data sources", () => {
    const stack = testStack();
    const vpc = new Vpc(stack, "Vpc");
    const subnets = [new Subnet(stack, "One", { vpcId: vpc.id }), new DataAwsSubnet(stack, "Two")];
    const groups = [new SecurityGroup(stack, "Three"), new DataAwsSecurityGroup(stack, "Four")];
    create({ vpc, vpcSubnets: subnets, securityGroups: groups }, stack);
    expect(only(stack, "aws_lambda_function").vpc_config).toEqual({
      subnet_ids: ["${aws_subnet.One.id}", "${data.aws_subnet.Two.id}"],
      security_group_ids: ["${aws_security_group.Three.id}", "${data.aws_security_group.Four.id}"],
    });
  });
  test("takes the VPC of a data source", () => {
    const stack = testStack();
    create({ ...network, vpc: new DataAwsVpc(stack, "Vpc") }, stack);
    expect(only(stack, "aws_security_group").vpc_id).toBe("${data.aws_vpc.Vpc.id}");
  });
  test("has a group whose name does not look like an id", () => {
    expect(only(create(network, testStack({ stage: "sg" })), "aws_security_group").name_prefix).toBe(
      "_sg-notes-Main-Get-",
    );
  });
  test("mounts a file system, for which it waits like for its other needs", () => {
    const stack = testStack();
    const point = new EfsAccessPoint(stack, "Files", { fileSystemId: "fs-1" });
    create({ ...network, filesystem: { accessPoint: point, mountPath: "/mnt/files" } }, stack);
    expect(only(stack, "aws_lambda_function").file_system_config).toEqual({
      arn: "${aws_efs_access_point.Files.arn}",
      local_mount_path: "/mnt/files",
    });
    expect(inlineStatements(stack, "Policies_Base")).toContainEqual({
      Effect: "Allow",
      Action: ["elasticfilesystem:ClientMount", "elasticfilesystem:ClientWrite"],
      Resource: "${aws_efs_access_point.Files.file_system_arn}",
      Condition: {
        StringEquals: { "elasticfilesystem:AccessPointArn": "${aws_efs_access_point.Files.arn}" },
      },
    });
  });
  test("allows any file system behind the access point of an ARN", () => {
    const stack = testStack();
    create({ ...network, filesystem: { accessPoint, mountPath: "/mnt/files" } }, stack);
    expect(inlineStatements(stack, "Policies_Base")).toContainEqual({
      Effect: "Allow",
      Action: ["elasticfilesystem:ClientMount", "elasticfilesystem:ClientWrite"],
      Resource: "arn:aws:elasticfilesystem:us-east-1:*:file-system/*",
      Condition: { StringEquals: { "elasticfilesystem:AccessPointArn": accessPoint } },
    });
  });
});

describe("network props are refused", () => {
  const filesystem = { accessPoint, mountPath: "/mnt/files" };
  test.each<[object, RegExp]>([
    [{ vpc: "vpc-1" }, /Get: vpcSubnets is missing\.\n.*subnets of the vpc/],
    [{ vpc: "vpc-1", vpcSubnets: [] }, /Get: vpcSubnets is missing/],
    [{ vpcSubnets: ["subnet-1"] }, /Get: vpcSubnets is given without vpc\.\n.*Give vpc/],
    [{ securityGroups: ["sg-1"] }, /Get: securityGroups is given without vpc/],
    [{ allowAllOutbound: true }, /Get: allowAllOutbound is given without vpc/],
    [{ filesystem }, /Get: filesystem is given without vpc/],
    [{ ...network, vpc: {} }, /Get: vpc is \{\}\.\n.*an id such as .*, or an object of type aws_vpc/],
    [{ ...network, vpcSubnets: "subnet-1" }, /Get: vpcSubnets is "subnet-1"\.\n.*an array/],
    [{ ...network, vpcSubnets: [1] }, /Get: vpcSubnets\[0\] is 1\.\n.*aws_subnet/],
    [
      { ...network, securityGroups: ["sg-1", {}] },
      /Get: securityGroups\[1\] is \{\}\.\n.*aws_security_group/,
    ],
    [
      { ...network, filesystem: { ...filesystem, mountPath: "/files" } },
      /Get: filesystem\.mountPath is "\/files"\.\n.*\/mnt\/files/,
    ],
    [{ ...network, filesystem: { ...filesystem, accessPoint: {} } }, /Get: filesystem\.accessPoint is \{\}/],
    [{ ...network, filesystem: { ...filesystem, path: "x" } }, /Get: filesystem has the key "path"/],
  ])("for %j", (props, message) => {
    expect(() => create(props)).toThrow(message);
  });
  test("for another object", () => {
    const stack = testStack();
    const queue = new SqsQueue(stack, "Queue") as never;
    expect(() => create({ ...network, vpc: queue }, stack)).toThrow(
      /vpc is the SqsQueue "dev-notes-Main\/Queue"/,
    );
  });
});
