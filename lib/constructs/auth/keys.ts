import { LambdaInvocation } from "@cdktf/provider-aws/lib/lambda-invocation";
import type { Construct } from "constructs";
import { formatArn } from "../../facts/aws/arns";
import { type Binding, bindingParameterName, Stack } from "../../kit/app";
import { createPackagedFunction, RolePolicies } from "../../kit/function";
import { jsonTemplate } from "../../kit/iam";

/** The parameters of an Auth. */
export type AuthParameter = "publicKey" | "privateKey" | "prefix";

/** Name of a parameter of an Auth. */
export const parameterName = (auth: Construct, binding: Binding, parameter: AuthParameter): string =>
  bindingParameterName(Stack.of(auth).app, binding, parameter);

/** ARN of a parameter, of which the last part may be `*`. */
export function parameterArn(auth: Construct, binding: Binding, parameter: AuthParameter): string {
  const { partition, region, account } = Stack.of(auth);
  const name = parameterName(auth, binding, parameter);
  return formatArn({ partition, region, account }, "ssm", `parameter/${name.replace(/^\//, "")}`);
}

const keys = ["publicKey", "privateKey"] as const;

/**
 * Creates the program that makes the keys during the first deployment, and deletes them with the Auth.
 *
 * A function makes them, because everything that Terraform makes is in its state.
 */
export function createKeys(auth: Construct, binding: Binding): void {
  const maker = createPackagedFunction(auth, "Keys", {
    entry: "auth-keys",
    format: "cjs",
    description: "Makes the keys that sign sessions",
    timeout: 60,
    enableLiveDev: false,
    permissions: [
      {
        actions: ["ssm:PutParameter", "ssm:DeleteParameters"],
        resources: keys.map((key) => parameterArn(auth, binding, key)),
      },
    ],
  });
  const invocation = new LambdaInvocation(auth, "KeyPair", {
    functionName: maker.cdk.function.functionName,
    lifecycleScope: "CRUD",
    terraformKey: "tf",
    input: jsonTemplate(Object.fromEntries(keys.map((key) => [key, parameterName(auth, binding, key)]))),
  });
  RolePolicies.of(Stack.of(auth), maker.role).addInvoker(invocation);
}
