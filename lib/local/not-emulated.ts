import { runsHere } from "../invoke";
import { functionsOf } from "./functions/read-settings";
import type { Model } from "./model/model";
import { needsMysql } from "./services/rds-data/database-server";

/** Resources of an app that have no effect here, by type. */
const withoutEffect: Readonly<Record<string, string>> = {
  aws_lambda_function_url: "function URLs",
  aws_lambda_layer_version: "layers",
  aws_efs_access_point: "file systems",
  aws_sfn_state_machine: "state machines",
  aws_appsync_api_cache: "caches of AppSync APIs",
  aws_wafv2_web_acl: "web ACLs",
  aws_scheduler_schedule: "schedules of the EventBridge Scheduler",
  aws_apigatewayv2_vpc_link: "VPC links",
  aws_api_gateway_vpc_link: "VPC links",
  aws_db_instance: "databases of RDS",
};

/** What an app has that does not run here, one text each. */
export function notEmulated(
  model: Model,
  runsSchedules: boolean,
  databaseServer?: string,
): readonly string[] {
  const functions = functionsOf(model)
    .filter((settings) => !runsHere(settings))
    .map(({ name, runtime }) => `${name} (${runtime ?? "container image"})`);
  const parts = new Set(
    Object.entries(withoutEffect).flatMap(([type, text]) => (model.ofType(type).length > 0 ? [text] : [])),
  );
  const scheduled = model.ofType("aws_cloudwatch_event_rule");
  const hasSchedules = scheduled.some(({ values }) => values.schedule_expression !== undefined);
  const hasMysql = model
    .ofType("aws_rds_cluster")
    .some(({ values }) => String(values.engine).includes("mysql"));
  return [
    ...(functions.length === 0 ? [] : [`Not run here: ${functions.join(", ")}.`]),
    ...(parts.size === 0 ? [] : [`Without effect here: ${[...parts].join(", ")}.`]),
    ...(hasMysql && databaseServer?.startsWith("mysql:") !== true ? [needsMysql] : []),
    ...(hasSchedules && !runsSchedules ? ["Schedules do not run; --schedules runs them."] : []),
  ];
}
