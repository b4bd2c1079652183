import { parseArn } from "../../facts/aws/arns";
import { functionsOf } from "../../local";
import { blocks, type Model, type Resource, text, type Values } from "../../model";
import type { LogReader } from "../logs/log-reader";
import type { LogTarget } from "../logs/targets";

/** A log group that the console reads: of a function, or of the requests to an API. */
export type LogSource = LogTarget &
  (
    | { readonly kind: "function"; readonly arn: string }
    | {
        readonly kind: "api";
        /** The id of the API in the JSON. AWS assigns another one, which may be in the name of the log group. */
        readonly apiId: string;
        readonly apiAddress: string;
      }
  );

/** The log groups of a stage. For an API, `function` is its name. */
export function logSources(model: Model): readonly LogSource[] {
  return [
    ...functionsOf(model).map(
      ({ name, arn, logGroup, region }): LogSource => ({
        kind: "function",
        function: name,
        arn,
        logGroup,
        region,
      }),
    ),
    ...model
      .ofType("aws_apigatewayv2_stage")
      .flatMap(({ values }) =>
        apiSource(model.find("aws_apigatewayv2_api", "id", text(values, "api_id")), values),
      ),
    ...model
      .ofType("aws_api_gateway_stage")
      .flatMap(({ values }) =>
        apiSource(model.find("aws_api_gateway_rest_api", "id", text(values, "rest_api_id")), values),
      ),
  ];
}

/** Empty for a stage without an access log, or with a log that is sent to a stream. */
function apiSource(api: Resource | undefined, stage: Values): readonly LogSource[] {
  const [settings] = blocks(stage, "access_log_settings");
  const { region, resource } = parseArn(text(settings ?? {}, "destination_arn") ?? "") ?? {};
  const [, logGroup] = /^log-group:([^:]+)/.exec(resource ?? "") ?? [];
  if (logGroup === undefined || region === undefined || api === undefined) return [];
  const { values, address: apiAddress } = api;
  const [name = logGroup, apiId = ""] = [text(values, "name"), text(values, "id")];
  return [{ kind: "api", function: name, logGroup, region, apiId, apiAddress }];
}

/** The log groups with their names in AWS. A missing log group has no name yet. */
export async function deployedSources(
  sources: readonly LogSource[],
  reader: Pick<LogReader, "groupNames">,
): Promise<readonly LogSource[]> {
  const found = await Promise.all(
    sources.map(async (source): Promise<readonly LogSource[]> => {
      if (source.kind === "function" || source.apiId === "") return [source];
      const [prefix = "", ...rest] = source.logGroup.split(source.apiId);
      const suffix = rest.join(source.apiId);
      if (rest.length === 0) return [source];
      const names = (await reader.groupNames(prefix, source.region)).filter(
        (name) =>
          name.endsWith(suffix) && /^[a-z0-9]+$/.test(name.slice(prefix.length, name.length - suffix.length)),
      );
      return names.map((logGroup) => ({ ...source, logGroup }));
    }),
  );
  return found.flat();
}
