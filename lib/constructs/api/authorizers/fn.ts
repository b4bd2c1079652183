import { LambdaPermission } from "@cdktf/provider-aws/lib/lambda-permission";
import { checkList, checkLiteral } from "../../../core/check";
import { parseDuration } from "../../../core/duration";
import { quotas } from "../../../core/quotas";
import { isFunction } from "../../../function";
import { fail } from "../errors";
import type { AuthorizerKind } from "./kind";
import type { ApiFunctionAuthorizer } from "./props";

export const functionAuthorizer: AuthorizerKind<ApiFunctionAuthorizer> = {
  authorizationType: "CUSTOM",
  authorizerType: "REQUEST",
  keys: ["type", "name", "identitySource", "cdk", "function", "responseTypes", "resultsCacheTtl"],
  config(
    { api, prop, isPartial },
    { function: fn, responseTypes = ["iam"], resultsCacheTtl, identitySource },
  ) {
    if (fn === undefined && !isPartial) {
      return fail(api, "authorizer-part-missing", `${prop}.function`, {
        type: "fn",
        example: 'function: new Function(stack, "Authorizer", { handler: "functions/authorizer.handler" })',
      });
    }
    if (fn !== undefined && !isFunction(fn)) {
      return fail(api, "prop-invalid", `${prop}.function`, {
        value: fn,
        expected:
          'a Function: new Function(stack, "Authorizer", { handler: "functions/authorizer.handler" })',
      });
    }
    checkList(api, `${prop}.responseTypes`, responseTypes);
    for (const type of responseTypes) checkLiteral(api, `${prop}.responseTypes`, type, ["iam", "simple"]);
    const ttl =
      resultsCacheTtl === undefined ? 0 : parseDuration(api, `${prop}.resultsCacheTtl`, resultsCacheTtl);
    if (ttl > quotas.authorizerCacheSeconds) {
      fail(api, "out-of-range", `${prop}.resultsCacheTtl`, {
        value: resultsCacheTtl,
        range: "0 seconds to 1 hour",
      });
    }
    if (ttl > 0 && identitySource?.length === 0) {
      fail(api, "authorizer-cache-identity", `${prop}.resultsCacheTtl`, {});
    }
    const isSimple = responseTypes.includes("simple");
    return {
      authorizerUri: fn?.invokeArn,
      authorizerPayloadFormatVersion: isSimple ? "2.0" : "1.0",
      enableSimpleResponses: isSimple ? true : undefined,
      authorizerResultTtlInSeconds: ttl,
    };
  },
  /** In the API's stack: below the function it would make the two stacks wait for each other. */
  permit({ scope, executionArn }, { function: fn }, authorizerId) {
    if (fn === undefined) return;
    new LambdaPermission(scope, "Permission", {
      action: "lambda:InvokeFunction",
      functionName: fn.cdk.function.functionName,
      principal: "apigateway.amazonaws.com",
      sourceArn: `${executionArn}/authorizers/${authorizerId}`,
    });
  },
};
