import type { AppsyncFunctionConfig } from "@cdktf/provider-aws/lib/appsync-function";
import type { AppsyncResolverConfig } from "@cdktf/provider-aws/lib/appsync-resolver";
import type { Override } from "../../../kit/core";
import type { FunctionReference } from "../../../kit/function";

/** The text of a mapping, in a file or in the code. */
export type AppSyncApiMapping = { readonly file: string } | { readonly inline: string };

/** The mapping between a resolver, or a step of a pipeline, and its data source. */
interface MappingProps {
  /**
   * JavaScript with the functions `request` and `response`, for the runtime `APPSYNC_JS`. A file in TypeScript, or one that
   * imports other files, is bundled.
   *
   * @default - the two templates; without them, a function gets the whole context and returns the result
   */
  readonly code?: AppSyncApiMapping | undefined;
  /** VTL template of the request to the data source. @default - none */
  readonly requestMapping?: AppSyncApiMapping | undefined;
  /** VTL template of the result. @default - none */
  readonly responseMapping?: AppSyncApiMapping | undefined;
}

/** Keys of a function of a pipeline that the caller may override. */
export type AppSyncApiPipelineFunctionOverride = Override<
  Omit<AppsyncFunctionConfig, "apiId" | "name" | "dataSource" | "code" | "runtime" | "description">
>;

/** A step of a pipeline. */
export interface AppSyncApiPipelineStep extends MappingProps {
  /**
   * Name of the step: letters, digits and `_`. It is part of the address of the step.
   *
   * @default - the key of the data source, or `function`
   */
  readonly name?: string | undefined;
  /** Shown in the console. @default - none */
  readonly description?: string | undefined;
  /** Key of the data source. @default - required, unless `function` is given */
  readonly dataSource?: string | undefined;
  /** A function, in place of `dataSource`. @default - none */
  readonly function?: FunctionReference | undefined;
  /** Configs of the created resources. @default - none */
  readonly cdk?:
    | {
        /** Keys that override the created function of the pipeline. @default - none */
        readonly function?: AppSyncApiPipelineFunctionOverride | undefined;
      }
    | undefined;
}

/** Keys of a resolver that the caller may override. */
export type AppSyncApiResolverOverride = Override<
  Omit<
    AppsyncResolverConfig,
    "apiId" | "type" | "field" | "dataSource" | "kind" | "code" | "runtime" | "pipelineConfig"
  >
>;

/** The resolver of a field. */
export interface AppSyncApiResolverProps extends MappingProps {
  /** Key of the data source. @default - required, unless `function` or `pipeline` is given */
  readonly dataSource?: string | undefined;
  /** A function that resolves the field, in place of `dataSource`. @default - none */
  readonly function?: FunctionReference | undefined;
  /**
   * Steps that run one after the other, in place of `dataSource`: at most 10. `code` or the two templates of the resolver
   * run before the first and after the last.
   *
   * @default - one request to the data source
   */
  readonly pipeline?: readonly AppSyncApiPipelineStep[] | undefined;
  /** Configs of the created resources. @default - none */
  readonly cdk?:
    | {
        /** Keys that override the created resolver, such as `cachingConfig` and `maxBatchSize`. @default - none */
        readonly resolver?: AppSyncApiResolverOverride | undefined;
      }
    | undefined;
}

/** The resolver of a field: the key of a data source, a function, or an object with all options. */
export type AppSyncApiResolver = FunctionReference | AppSyncApiResolverProps;
