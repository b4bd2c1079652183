import { formatArn } from "../../../../facts/aws/arns";
import { functionNameInArn } from "../../../../facts/aws/function-arn";
import { servicePrincipal } from "../../../../facts/aws/principals";
import { jsonOf } from "../../../../facts/text/json";
import { type AuthorizationWay, type AuthorizingApi, isValues } from "../../../../model";
import type { TtlCache } from "../../../wire/ttl-cache";
import { askAuthorizer } from "../../function-authorizers";
import type { GatewayContext } from "../../gateway";
import type { AuthorizedRequest } from "./authorize";
import type { CallerCheck } from "./caller";

/** The decision of an API's function about a token. */
export interface FunctionDecision {
  readonly isAuthorized: boolean;
  /** The values that it passes on: to resolvers, or to handlers of events. */
  readonly passedOn: Readonly<Record<string, unknown>>;
  readonly deniedFields: readonly string[];
  /** The time for which the answer is valid, as the function states it. */
  readonly ttlSeconds: number | undefined;
}

const unauthorized = "You are not authorized to make this call.";
/** Source: https://docs.aws.amazon.com/appsync/latest/devguide/security-authz.html#aws-lambda-authorization */
const timeoutMs = 10_000;

/** Asks the function about a token, or takes its earlier answer. */
export async function functionCaller(
  api: AuthorizingApi,
  way: Extract<AuthorizationWay, { readonly mode: "AWS_LAMBDA" }>,
  token: string,
  request: AuthorizedRequest,
  {
    context,
    decisions,
  }: { readonly context: GatewayContext; readonly decisions: TtlCache<FunctionDecision> },
): Promise<CallerCheck> {
  if (way.tokens !== undefined && !way.tokens.test(token)) {
    return refuse("The token does not match identityValidationExpression.");
  }
  const { channel } = request;
  const key = channel === undefined ? token : JSON.stringify([token, channel]);
  const known = decisions.get(key);
  const decision = known ?? (await ask(api, way.functionArn, token, request, context));
  if ("reason" in decision) return refuse(decision.reason);
  if (known === undefined) decisions.set(key, decision, decision.ttlSeconds ?? way.ttlSeconds);
  const { isAuthorized, passedOn, deniedFields } = decision;
  if (!isAuthorized) return refuse(`The authorizer ${functionNameInArn(way.functionArn)} refuses the token.`);
  const identity = channel === undefined ? { resolverContext: passedOn } : { handlerContext: passedOn };
  return { accepted: true, caller: { mode: "AWS_LAMBDA", identity, groups: [], deniedFields } };
}

async function ask(
  { id, account, region, partition }: AuthorizingApi,
  functionArn: string,
  authorizationToken: string,
  { requestId, headers, operation, channel }: AuthorizedRequest,
  context: GatewayContext,
): Promise<FunctionDecision | { readonly reason: string }> {
  const asked = await askAuthorizer<FunctionDecision>(context, timeoutMs, functionNameInArn(functionArn), {
    invoker: {
      service: servicePrincipal("appsync"),
      sourceArn: formatArn({ partition, region, account }, "appsync", `apis/${id}`),
    },
    functionArn,
    event: {
      authorizationToken,
      requestContext: {
        apiId: id,
        accountId: account,
        requestId,
        ...(channel ?? {
          queryString: operation?.query ?? "",
          operationName: operation?.name ?? null,
          variables: operation?.variables ?? {},
        }),
      },
      requestHeaders: headers,
    },
    read(payload) {
      const answer = jsonOf(payload);
      const given = isValues(answer) ? answer : {};
      const { isAuthorized, deniedFields, ttlOverride } = given;
      const passedOn = channel === undefined ? given.resolverContext : given.handlerContext;
      if (typeof isAuthorized !== "boolean") return { problem: "isAuthorized is not true or false." };
      return {
        isAuthorized,
        passedOn: isValues(passedOn) ? passedOn : {},
        deniedFields: Array.isArray(deniedFields) ? deniedFields.map(String) : [],
        ttlSeconds: typeof ttlOverride === "number" ? ttlOverride : undefined,
      };
    },
  });
  return "decision" in asked ? asked.decision : asked;
}

function refuse(reason: string): CallerCheck {
  return { accepted: false, message: unauthorized, reason };
}
