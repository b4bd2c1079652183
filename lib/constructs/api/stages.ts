import { Apigatewayv2Stage, type Apigatewayv2StageConfig } from "@cdktf/provider-aws/lib/apigatewayv2-stage";
import type { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import { Construct } from "constructs";
import { mapTogether } from "../../facts/errors/problems";
import { checkQuota, prefixedName } from "../../kit/app";
import {
  checkKnownList,
  checkOverride,
  isPlainObject,
  isReference,
  isUnresolved,
  keyTable,
  limits,
  overlay,
  requireProp,
  within,
} from "../../kit/core";
import { type CheckedAccessLog, checkFormat, createAccessLog, type RouteThrottle } from "../../kit/gateway";
import { fail } from "./errors";
import type { ApiProps, ApiStageProps } from "./props";

/** The stages of an API, checked. */
export interface PlannedStages {
  /** Undefined when `createDefaultStage` is false. */
  readonly defaultStage: PlannedDefaultStage | undefined;
  readonly others: readonly { readonly name: string; readonly override: ApiStageProps }[];
  readonly accessLog: CheckedAccessLog;
}

/** The stage `$default`, checked. */
interface PlannedDefaultStage {
  readonly throttle: RouteThrottle | undefined;
  readonly variables: Readonly<Record<string, string>> | undefined;
}

/** The stages of a created API. */
export interface ApiStages {
  readonly defaultStage: Apigatewayv2Stage | undefined;
  /** The stages of `cdk.httpStages`, in the same order. */
  readonly others: readonly Apigatewayv2Stage[];
  /** Log group of the default stage, else of the first one that has one. */
  readonly accessLogGroup: CloudwatchLogGroup | undefined;
}

const extra = keyTable({ stageName: within(limits.aws_apigatewayv2_stage.name) });

/** Refuses stages that cannot exist together. Creates nothing. */
export function planStages(
  api: Construct,
  props: ApiProps,
  { hasDefaultStage, throttle, variables }: StageOptions,
): Omit<PlannedStages, "accessLog"> {
  const names = new Set(hasDefaultStage ? ["$default"] : []);
  const given = props.cdk?.httpStages ?? [];
  checkKnownList(api, "cdk.httpStages", given);
  const others = mapTogether(given, (override, index) => {
    const prop = `cdk.httpStages[${index}]`;
    const name = parseName(api, prop, override);
    if (names.has(name)) fail(api, "stage-duplicate", `${prop}.name`, { name });
    names.add(name);
    return { name, override };
  });
  checkQuota(api, "cdk.httpStages", "stagesPerHttpApi", "stages", names.size);
  const { customDomain } = props;
  const needing = { "defaults.throttle": throttle, customDomain, stageVariables: variables };
  for (const [prop, value] of Object.entries(needing)) {
    if (!hasDefaultStage && value !== undefined) fail(api, "needs-default-stage", prop, {});
  }
  return { defaultStage: hasDefaultStage ? { throttle, variables } : undefined, others };
}

/** The other props that the stages depend on. */
interface StageOptions extends PlannedDefaultStage {
  readonly hasDefaultStage: boolean;
}

function parseName(api: Construct, prop: string, stage: ApiStageProps): string {
  checkOverride(api, prop, stage, Apigatewayv2Stage, {
    extra,
    rejected: {
      apiId: "It is the API that the stage belongs to.",
      clientCertificateId: "Only WebSocket APIs have it.",
    },
  });
  if (stage.name !== undefined && stage.stageName !== undefined)
    fail(api, "props-exclude", `${prop}.stageName`, { other: `${prop}.name` });
  if (stage.deploymentId !== undefined && stage.autoDeploy !== false)
    fail(api, "prop-needs", `${prop}.deploymentId`, { needs: `${prop}.autoDeploy: false` });
  checkHttpSettings(api, `${prop}.defaultRouteSettings`, stage.defaultRouteSettings);
  const { routeSettings } = stage;
  for (const [index, each] of (Array.isArray(routeSettings) ? routeSettings : []).entries())
    checkHttpSettings(api, `${prop}.routeSettings[${index}]`, each);
  const { accessLogSettings: log } = stage;
  if (log !== undefined && !isReference(log))
    checkFormat(api, `${prop}.accessLogSettings.format`, log.format, "http");
  const name = stage.name ?? stage.stageName;
  requireProp(api, `${prop}.name`, name, 'Name the stage: { name: "beta" }.');
  if (isUnresolved(name)) fail(api, "stage-name-unknown", `${prop}.name`, {});
  return name;
}

/** Refuses logs of executions, which HTTP APIs do not have. */
function checkHttpSettings(api: Construct, prop: string, settings: unknown): void {
  for (const key of ["loggingLevel", "dataTraceEnabled"]) {
    const value = isPlainObject(settings) ? settings[key] : undefined;
    const remedy = "HTTP APIs write no logs of executions: use accessLog.";
    if (value !== undefined && value !== false && value !== "OFF")
      fail(api, "key-rejected", prop, { key, remedy });
  }
}

/** Creates the default stage and the others, each with its access log. */
export function createStages(api: Construct, apiId: string, planned: PlannedStages): ApiStages {
  const create = (
    scope: Construct,
    config: Omit<Apigatewayv2StageConfig, "apiId">,
    override: ApiStageProps,
  ) => {
    const accessLog = override.accessLogSettings === undefined ? planned.accessLog : false;
    const { settings, logGroup } = createAccessLog(scope, "LogGroup", accessLog, {
      apiName: prefixedName(api),
      apiId,
      stageName: config.name,
    });
    const all = {
      apiId,
      accessLogSettings: settings,
      autoDeploy: true,
      ...config,
    };
    return { stage: new Apigatewayv2Stage(scope, "Stage", overlay(all, override, { extra })), logGroup };
  };
  const first =
    planned.defaultStage &&
    create(
      new Construct(api, "DefaultStage"),
      {
        name: "$default",
        defaultRouteSettings: planned.defaultStage.throttle,
        stageVariables: planned.defaultStage.variables,
      },
      {},
    );
  const others = planned.others.map(({ name, override }) =>
    create(new Construct(api, `Stage_${name}`), { name }, override),
  );
  return {
    defaultStage: first?.stage,
    others: others.map(({ stage }) => stage),
    accessLogGroup: first?.logGroup ?? others.find((each) => each.logGroup !== undefined)?.logGroup,
  };
}
