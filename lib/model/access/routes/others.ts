import { listenerResources, readListener } from "../../gateways/load-balancer/config";
import type { Model, Resource } from "../../resources/model";
import { blocks, flag, requireText, text } from "../../resources/values";
import type { CallerFact, RouteFact } from "../facts";
import { nameInApp } from "../names";

/** The URLs of functions. */
export function routesOfUrls(model: Model): readonly RouteFact[] {
  return model.ofType("aws_lambda_function_url").map(({ address, stack, values }) => {
    const arn = requireText(values, "function_arn");
    const fn = model.find("aws_lambda_function", "arn", arn);
    const isSigned = text(values, "authorization_type") === "AWS_IAM";
    return {
      address,
      stack,
      kind: "URL",
      api: fn === undefined ? arn : nameInApp(fn),
      key: "ANY /",
      callers: [{ type: isSigned ? "iam" : "anyone" }],
      needsApiKey: false,
      networks: [],
      target: { type: "function", arn },
    };
  });
}

/** The rules of load balancers that lead to functions. */
export function routesOfLoadBalancers(model: Model): readonly RouteFact[] {
  return listenerResources(model).flatMap((first) => {
    const listener = requireText(first.values, "listener_arn");
    const { name, rules } = readListener(model, first);
    const balancer = balancerOf(model, listener);
    const isInternal = balancer !== undefined && flag(balancer.values, "internal") === true;
    const resources = model
      .ofType("aws_lb_listener_rule")
      .filter(({ values }) => values.listener_arn === listener);
    return rules.flatMap(({ methods, paths, target }): readonly RouteFact[] => {
      if (target === undefined) return [];
      const own =
        resources.find(({ values }) => JSON.stringify(values).includes(target.targetGroupArn)) ?? first;
      return [
        {
          address: own.address,
          stack: own.stack,
          kind: "Load balancer",
          api: balancer === undefined ? name : nameInApp(balancer),
          key: `${methods.join("|") || "ANY"} ${paths.join(" or ") || "/*"}`,
          callers: [signInOf(own) ?? { type: "anyone" }],
          needsApiKey: false,
          networks: isInternal ? ["internal load balancer"] : [],
          target: { type: "function", arn: target.functionArn },
        },
      ];
    });
  });
}

function balancerOf(model: Model, listenerArn: string): Resource | undefined {
  const listener = model.find("aws_lb_listener", "arn", listenerArn);
  return listener && model.find("aws_lb", "arn", listener.values.load_balancer_arn);
}

/** The sign-in that a rule asks for first. */
function signInOf({ values }: Resource): CallerFact | undefined {
  const action = blocks(values, "action").find((each) => text(each, "type")?.startsWith("authenticate-"));
  if (action === undefined) return undefined;
  return {
    type: "token",
    authorizer: text(action, "type") ?? "",
    issuers: [JSON.stringify(action.authenticate_oidc ?? action.authenticate_cognito ?? {})],
    audiences: [],
    scopes: [],
    groups: [],
  };
}
