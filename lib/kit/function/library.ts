import type { ConstructMetadata } from "../app/metadata";
import { type ConstructDescription, metadataKind } from "../description/construct-description";
import { access, grant, type PermissionRow } from "../iam/permissions/row";
import { functionTexts } from "./errors";

const functionAndQualifiers = ["{arn}", "{arn}:*"];

export const functionRow = {
  name: "Function",
  types: ["aws_lambda_function"],
  byDefault: access(grant(["lambda:InvokeFunction"], functionAndQualifiers)),
  access: {
    grantInvoke: access(grant(["lambda:InvokeFunction"], functionAndQualifiers)),
    grantInvokeUrl: access(grant(["lambda:InvokeFunctionUrl"], functionAndQualifiers), {
      // Since October 2025 a function URL requires both, and the condition limits the second one to calls of the URL. Source:
      // https://docs.aws.amazon.com/lambda/latest/dg/urls-auth.html
      actions: ["lambda:InvokeFunction"],
      on: functionAndQualifiers,
      conditions: { Bool: { "lambda:InvokedViaFunctionUrl": "true" } },
    }),
    grantFullAccess: access(grant(["lambda:*"], functionAndQualifiers)),
  },
} satisfies PermissionRow;

export type FunctionMetadata = ConstructMetadata<
  "Function",
  {
    /** Its path in the stack, with `-` between the parts. */
    readonly localId: string;
    /** ARN of the function. */
    readonly arn: string;
    /** Names of the secrets that are bound to it. */
    readonly secrets: readonly string[];
  }
>;

export const functionDescription = {
  className: "Function",
  row: functionRow,
  binding: { client: "function", variables: ["functionName"], grants: true },
  metadata: metadataKind<FunctionMetadata>("Function"),
  texts: functionTexts,
  document: {
    readme: "lib/kit/function/README.md",
    summary: "your code in Lambda, with its role, logs and triggers",
    group: "Functions",
  },
} as const satisfies ConstructDescription;
