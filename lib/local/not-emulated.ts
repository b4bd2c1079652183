import { nodeVersionOf } from "../bundle";
import type { Model } from "../model";
import { functionsOf } from "./functions/read-settings";
import { runsHere } from "./invoke";
import { needsMysql } from "./services/rds-data/clusters";

/** Resources of an app that have no effect here, by type. */
const withoutEffect: Readonly<Record<string, string>> = {
  aws_efs_access_point: "file systems",
  aws_sfn_state_machine: "state machines",
  aws_appsync_api_cache: "caches of AppSync APIs",
  aws_wafv2_web_acl: "web ACLs",
  aws_apigatewayv2_vpc_link: "VPC links",
  aws_api_gateway_vpc_link: "VPC links",
  aws_apigatewayv2_routing_rule: "routing rules of domains",
  aws_db_instance: "databases of RDS",
};

export function notEmulated(
  model: Model,
  runsSchedules: boolean,
  databaseServer?: string,
  nodeVersion = process.versions.node,
): readonly string[] {
  const functions = functionsOf(model)
    .filter((settings) => !runsHere(settings))
    .map(({ name, runtime }) => `${name} (${runtime ?? "container image"})`);
  const parts = new Set(
    Object.entries(withoutEffect).flatMap(([type, name]) => (model.ofType(type).length > 0 ? [name] : [])),
  );
  const scheduled = model.ofType("aws_cloudwatch_event_rule");
  const hasSchedules =
    scheduled.some(({ values }) => values.schedule_expression !== undefined) ||
    model.ofType("aws_scheduler_schedule").length > 0;
  const hasMysql = model
    .ofType("aws_rds_cluster")
    .some(({ values }) => String(values.engine).includes("mysql"));
  return [
    ...(functions.length === 0 ? [] : [`Not run here: ${functions.join(", ")}.`]),
    ...otherNode(model, nodeVersion),
    ...otherLayers(model),
    ...(parts.size === 0 ? [] : [`Without effect here: ${[...parts].join(", ")}.`]),
    ...(hasMysql && databaseServer?.startsWith("mysql:") !== true ? [needsMysql] : []),
    ...(hasSchedules && !runsSchedules ? ["Schedules do not run; --schedules runs them."] : []),
  ];
}

/** Layers whose code is not in the JSON. */
function otherLayers(model: Model): readonly string[] {
  const arns = new Set(functionsOf(model).flatMap(({ foreignLayers = [] }) => foreignLayers));
  return arns.size === 0
    ? []
    : [`Not loaded here, because the app does not declare them: layers ${[...arns].join(", ")}.`];
}

/** Functions run with the Node of this machine, regardless of their runtime. */
function otherNode(model: Model, nodeVersion: string): readonly string[] {
  const here = Number.parseInt(nodeVersion, 10);
  const versions = functionsOf(model).flatMap(({ runtime = "" }) => nodeVersionOf(runtime) ?? []);
  const others = [...new Set(versions)].filter((version) => version !== here).sort((a, b) => a - b);
  if (others.length === 0) return [];
  const deployed = others.map((version) => `Node ${version}`).join(" and ");
  return [`Functions for ${deployed} run with this machine's Node ${nodeVersion}.`];
}
