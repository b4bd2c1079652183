import { AppsyncFunction, type AppsyncFunctionConfig } from "@cdktf/provider-aws/lib/appsync-function";
import {
  checkKeys,
  checkOverride,
  overlay,
  parseItems,
  propKeys,
  quotas,
  refuseValue,
} from "../../../kit/core";
import { fail } from "../errors";
import { javascriptRuntime } from "./javascript";
import { parseResolverMapping, requireMapping } from "./mapping";
import type { AppSyncApiPipelineStep } from "./props";
import type { ResolverPlace } from "./resolver";

/** A step that has been checked. Nothing has been created for it. */
export interface PlannedStep {
  /** Creates the step and returns its id. */
  create(apiId: string, nameOf: (dataSource: string) => string): string;
}

const stepKeys = propKeys<AppSyncApiPipelineStep>()({
  name: "text",
  description: "text",
  dataSource: "text",
  function: true,
  code: true,
  requestMapping: true,
  responseMapping: true,
  cdk: "map",
});

const useMapping = "Use code, or requestMapping and responseMapping.";
const rejected = {
  apiId: "It is the API to which the step belongs.",
  name: "Use the name of the step.",
  description: "Use the description of the step.",
  dataSource: "Use the dataSource of the step.",
  code: useMapping,
  runtime: useMapping,
  requestMappingTemplate: useMapping,
  responseMappingTemplate: useMapping,
};

/** Checks the steps of a pipeline; creates nothing. */
export function planPipeline(place: ResolverPlace, given: unknown): readonly PlannedStep[] {
  const { api, prop } = place;
  const at = `${prop}.pipeline`;
  const steps = parseItems(api, at, given as readonly AppSyncApiPipelineStep[]);
  const { functionsPerPipeline: limit } = quotas;
  if (steps.length === 0) refuseValue(api, at, steps, "an array of one step or more");
  if (steps.length > limit) fail(api, "quota-exceeded", at, { what: "steps", count: steps.length, limit });
  const names = new Set<string>();
  return steps.map((step, index) => planStep(place, `${at}[${index}]`, step, names));
}

function planStep(
  place: ResolverPlace,
  prop: string,
  step: AppSyncApiPipelineStep,
  names: Set<string>,
): PlannedStep {
  const { api, scope, key, planner } = place;
  checkKeys(api, prop, step, stepKeys);
  checkKeys(api, `${prop}.cdk`, step.cdk ?? {}, ["function"]);
  const override = step.cdk?.function ?? {};
  checkOverride(api, `${prop}.cdk.function`, override, AppsyncFunction, { rejected });
  const given = (["dataSource", "function"] as const).filter((each) => step[each] !== undefined);
  if (given.length !== 1) fail(api, "appsync-target", prop, { given, choices: "dataSource and function" });
  const name = step.name ?? step.dataSource ?? "function";
  if (!/^[_A-Za-z][_0-9A-Za-z]*$/.test(name)) {
    const expected = "letters, digits and _, not beginning with a digit";
    refuseValue(api, `${prop}.name`, name, expected);
  }
  if (names.has(name)) fail(api, "appsync-step-name", prop, { value: name });
  names.add(name);
  const id = `${key.type}_${key.field}_${name}`;
  const dataSource = findDataSource(place, prop, step, { id, name });
  const mapping = parseResolverMapping(api, prop, step);
  requireMapping(api, prop, mapping, planner.find(dataSource)?.type ?? "function");
  const { code, request, response } = mapping;
  return {
    create(apiId, nameOf) {
      const config: AppsyncFunctionConfig = {
        apiId,
        name: id,
        description: step.description,
        dataSource: nameOf(dataSource),
        code,
        runtime: code === undefined ? undefined : { ...javascriptRuntime },
        requestMappingTemplate: request,
        responseMappingTemplate: response,
      };
      return new AppsyncFunction(scope, `Function_${id}`, overlay(config, override)).functionId;
    },
  };
}

function findDataSource(
  { api, key, planner }: ResolverPlace,
  prop: string,
  { dataSource, function: reference }: AppSyncApiPipelineStep,
  { id, name }: { readonly id: string; readonly name: string },
): string {
  if (dataSource !== undefined) {
    if (!planner.has(dataSource)) {
      fail(api, "appsync-data-source-unknown", `${prop}.dataSource`, {
        value: dataSource,
        known: planner.keys,
      });
    }
    return dataSource;
  }
  const part = `${key.text} ${name}`;
  planner.add({
    key: part,
    id: `DataSource_LambdaDS_${id}`,
    functionId: `Lambda_${id}`,
    name: `LambdaDS_${id}`,
    prop: `${prop}.function`,
    props: reference,
  });
  return part;
}
