import { isArn } from "../../../facts/aws/arns";
import { text, texts, type Values } from "../../../model";
import type { ArnOf, NeededAccess } from "../../permissions/needed-access";
import type { AccessOf } from "../contract/define-service";
import type { ssmOperations } from "./operations";
import type { SsmParameters } from "./parameters";

type SsmAccess = AccessOf<SsmParameters, Values>;

/** A name with slashes begins with one, and the ARN has only one there. */
const parameterArn = (name: string, arn: ArnOf): string =>
  isArn(name) ? name : arn("ssm", `parameter/${name.replace(/^\//, "")}`);

const onParameter = (action: string, name: string, arn: ArnOf): NeededAccess => ({
  action: `ssm:${action}`,
  resource: parameterArn(name, arn),
});

/** Source: https://docs.aws.amazon.com/service-authorization/latest/reference/list_awssystemsmanager.html */
export const ssmAccess = {
  GetParameter: (input, arn) => [onParameter("GetParameter", text(input, "Name") ?? "", arn)],
  GetParameters: (input, arn) => texts(input, "Names").map((name) => onParameter("GetParameters", name, arn)),
  GetParametersByPath: (input, arn) => [
    {
      ...onParameter("GetParametersByPath", text(input, "Path") ?? "/", arn),
      keys: { "ssm:Recursive": String(input.Recursive === true) },
    },
  ],
  DescribeParameters: () => [{ action: "ssm:DescribeParameters", resource: "*" }],
  PutParameter: (input, arn) => [
    {
      ...onParameter("PutParameter", text(input, "Name") ?? "", arn),
      keys: { "ssm:Overwrite": String(input.Overwrite === true) },
    },
  ],
  DeleteParameter: (input, arn) => [onParameter("DeleteParameter", text(input, "Name") ?? "", arn)],
  DeleteParameters: (input, arn) =>
    texts(input, "Names").map((name) => onParameter("DeleteParameters", name, arn)),
} satisfies Record<keyof typeof ssmOperations, SsmAccess>;
