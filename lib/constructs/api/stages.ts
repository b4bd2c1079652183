import { Apigatewayv2Stage, type Apigatewayv2StageConfig } from "@cdktf/provider-aws/lib/apigatewayv2-stage";
import type { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import { Token } from "cdktf";
import { Construct } from "constructs";
import { Stack } from "../../app";
import { checkList } from "../../core/check";
import { checkOverride, overlay } from "../../core/override";
import { quotas } from "../../core/quotas";
import { createAccessLog } from "../../gateway/access-log";
import { fail } from "./errors";
import type { ApiProps, ApiStageProps } from "./props";
import { throttleConfig } from "./throttle";

/** The stages of a created API. */
export interface ApiStages {
  readonly defaultStage: Apigatewayv2Stage | undefined;
  readonly all: readonly Apigatewayv2Stage[];
  /** Log group of the default stage, else of the first one that has one. */
  readonly accessLogGroup: CloudwatchLogGroup | undefined;
}

const extra = ["stageName"];

/** Refuses stages that cannot exist beside each other. */
export function checkStages(api: Construct, props: ApiProps, hasDefaultStage: boolean): void {
  const names = new Set(hasDefaultStage ? ["$default"] : []);
  checkList(api, "cdk.httpStages", props.cdk?.httpStages ?? []);
  (props.cdk?.httpStages ?? []).forEach((stage, index) => {
    const prop = `cdk.httpStages[${index}]`;
    checkOverride(api, prop, stage, Apigatewayv2Stage, {
      extra,
      rejected: { apiId: "It is the API that the stage belongs to." },
    });
    const name = stageName(stage);
    if (name === undefined)
      fail(api, "prop-required", `${prop}.name`, { remedy: 'Name the stage: { name: "beta" }.' });
    if (Token.isUnresolved(name)) fail(api, "stage-name-unknown", `${prop}.name`, {});
    if (name !== "$default" && !/^[A-Za-z0-9_-]{1,128}$/.test(name)) {
      fail(api, "prop-invalid", `${prop}.name`, {
        value: name,
        expected: 'up to 128 letters, digits, - and _, or "$default"',
      });
    }
    if (names.has(name)) fail(api, "stage-duplicate", `${prop}.name`, { name });
    names.add(name);
  });
  const { stagesPerHttpApi: limit } = quotas;
  if (names.size > limit) {
    fail(api, "quota-exceeded", "cdk.httpStages", { what: "stages", count: names.size, limit });
  }
  if (!hasDefaultStage && throttleConfig(api, props.defaults?.throttle) !== undefined) {
    fail(api, "needs-default-stage", "defaults.throttle", {});
  }
  if (!hasDefaultStage && props.customDomain !== undefined)
    fail(api, "needs-default-stage", "customDomain", {});
}

/** Creates the default stage and the others, each with its access log. */
export function createStages(
  api: Construct,
  apiId: string,
  props: ApiProps,
  hasDefaultStage: boolean,
): ApiStages {
  const create = (
    scope: Construct,
    id: string,
    config: Omit<Apigatewayv2StageConfig, "apiId">,
    over: ApiStageProps,
  ) => {
    const log = createAccessLog(scope, "LogGroup", {
      given: over.accessLogSettings === undefined ? props.accessLog : false,
      kind: "http",
      prop: "accessLog",
      apiName: Stack.of(api).app.logicalPrefixedName(api.node.id),
      apiId,
      stageName: config.name,
    });
    const stage = new Apigatewayv2Stage(
      scope,
      id,
      overlay({ apiId, accessLogSettings: log.settings, ...config }, over, { extra }),
    );
    return { stage, logGroup: log.logGroup };
  };
  const first = hasDefaultStage
    ? create(
        new Construct(api, "DefaultStage"),
        "Stage",
        {
          name: "$default",
          autoDeploy: true,
          defaultRouteSettings: throttleConfig(api, props.defaults?.throttle),
        },
        {},
      )
    : undefined;
  const others = (props.cdk?.httpStages ?? []).map((stage) => {
    const name = stageName(stage) ?? "";
    return create(new Construct(api, `Stage_${name}`), "Stage", { name, autoDeploy: true }, stage);
  });
  return {
    defaultStage: first?.stage,
    all: [...(first === undefined ? [] : [first]), ...others].map(({ stage }) => stage),
    accessLogGroup: first?.logGroup ?? others.find((each) => each.logGroup !== undefined)?.logGroup,
  };
}

function stageName(stage: ApiStageProps): string | undefined {
  return stage.name ?? stage.stageName;
}
