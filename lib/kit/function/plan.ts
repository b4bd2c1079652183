import type { Construct } from "constructs";
import type { CopiedFile } from "../../bundle";
import { regionOfArn } from "../../facts/aws/arns";
import { attempt, collectProblems, resultOf, together } from "../../facts/errors/problems";
import { constructId } from "../app/names/ids";
import { Stack } from "../app/stack";
import { checkLimit, limits } from "../core/limits";
import { isUnresolved } from "../core/tokens/unresolved";
import { resolvePermissions, type Statement } from "../iam/permissions";
import { checkBindings } from "./binding-entry";
import { checkFunctionProps, requireHandler } from "./check";
import { fail } from "./errors";
import { type ParsedAsyncInvoke, parseAsyncInvoke } from "./invocation/async-invoke";
import { type ParsedDeadLetter, parseDeadLetter } from "./invocation/dead-letter";
import { type ParsedFunctionUrl, parseFunctionUrl } from "./invocation/url";
import { type ParsedVersionOptions, parseVersionOptions } from "./invocation/version";
import { parseLayers } from "./layer/layers";
import { type Packaging, packagingOf, packagingOfPackage } from "./packaging/packaging";
import type { FunctionProps } from "./props";
import { checkAwaited, type ParsedDurable, parseDurable } from "./settings/durable";
import { mergeFunctionProps } from "./settings/merge";
import { functionNameOf, namePath } from "./settings/name";
import { type ParsedNetwork, parseNetwork } from "./settings/network";
import { parseResources } from "./settings/resources";
import { checkSnapStart } from "./settings/snap-start";
import { type StreamingFacts, streamingFacts } from "./settings/streaming";

/** A function whose code this package ships. */
export interface PackagedFunctionProps
  extends Omit<FunctionProps, "handler" | "srcPath" | "runtime" | "bundle"> {
  /** Its file in `lib/runtime`, without the extension. */
  readonly entry: string;
  readonly format: "cjs" | "esm";
  /** Packages that it imports and that are not bundled. @default [] */
  readonly externalModules?: readonly string[] | undefined;
  /** Files and folders that are packaged with it, and that are made only before it is. @default [] */
  readonly generatedFiles?: readonly CopiedFile[] | undefined;
}

type PlannedParts = Pick<FunctionParts, "id" | "props"> & {
  /** Reads the handler and its packaging. */
  readonly code: () => Pick<FunctionParts, "handler" | "packaging">;
  readonly scope: Construct;
  readonly where: string;
};

interface FunctionParts {
  readonly id: string;
  /** The props, merged over the defaults of app and stack. */
  readonly props: FunctionProps;
  readonly handler: string;
  readonly resources: ReturnType<typeof parseResources>;
  readonly packaging: Packaging;
  /** ARNs of layer versions. */
  readonly layers: readonly string[];
  readonly functionName: string;
  readonly durable: ParsedDurable | undefined;
  readonly network: ParsedNetwork | undefined;
  readonly deadLetter: ParsedDeadLetter | undefined;
  readonly url: ParsedFunctionUrl | undefined;
  readonly asyncInvoke: ParsedAsyncInvoke;
  readonly versionOptions: ParsedVersionOptions;
  /** Statements of `permissions` and `initialPolicy`. */
  readonly statements: readonly Statement[];
}

/**
 * A function whose props have been checked, before anything is created for it.
 *
 * Constructs that create several functions plan all of them first, so that an invalid one leaves nothing behind.
 */
export class FunctionPlan {
  private constructor(readonly parts: FunctionParts) {}

  /** Refuses props that cannot work. Creates nothing below the scope. */
  static of(scope: Construct, givenId: string, given: FunctionProps): FunctionPlan {
    const id = constructId(scope, givenId, given, '{ handler: "functions/notes.get" }');
    const where = childPath(scope, id);
    const stack = Stack.of(scope, where);
    return collectProblems(() => {
      const props = checkFunctionProps(where, mergeFunctionProps(...stack.getFunctionDefaults(), given));
      const code = () => {
        const handler = requireHandler(where, props.handler);
        return { handler, packaging: packagingOf(where, stack.app.appPath, props, handler) };
      };
      return FunctionPlan.from({ scope, id, where, props, code });
    });
  }

  /**
   * A function whose code this package ships. The defaults of app and stack are for the caller's functions: it has none
   * of them.
   */
  static ofPackage(
    scope: Construct,
    givenId: string,
    { entry, format, externalModules = [], generatedFiles = [], ...props }: PackagedFunctionProps,
  ): FunctionPlan {
    const id = constructId(scope, givenId, props);
    const where = childPath(scope, id);
    const handler = `${entry}.handler`;
    const { appPath } = Stack.of(scope, where).app;
    const code = { entry, format, externalModules, generatedFiles };
    return collectProblems(() => {
      const { handler: _, ...accepted } = checkFunctionProps(where, { ...props, handler });
      const packaging = () => packagingOfPackage(where, appPath, { ...code, props: accepted });
      return FunctionPlan.from({
        scope,
        id,
        where,
        props: accepted,
        code: () => ({ handler, packaging: packaging() }),
      });
    });
  }

  private static from({ scope, id, where, props, code }: PlannedParts): FunctionPlan {
    const stack = Stack.of(scope, where);
    const region = regionOf(stack, props);
    const [ofCode, network, deadLetter, asyncInvoke, versionOptions, statements, functionName, layers] =
      together(
        () => planCode(where, props, code),
        () => parseNetwork(where, props),
        () => parseDeadLetter(where, props),
        () => parseAsyncInvoke(where, "", props, scope),
        () => parseVersionOptions(where, props.currentVersionOptions, scope),
        () => parseStatements(where, props),
        () => functionNameOf(where, stack, namePath(scope, sanitized(id)), props),
        () => parseLayers({ where, scope, prop: "layers", region }, props.layers ?? []),
        () => checkArnRegions(where, props, region),
      );
    const parsed = { network, deadLetter, asyncInvoke, versionOptions, statements, functionName };
    // Last, since a path creates a layer.
    return new FunctionPlan({ id, props, ...ofCode, ...parsed, layers: layers() });
  }

  /** The facts that decide whether it can stream its response. */
  get streaming(): StreamingFacts {
    return streamingFacts(this.parts.props, this.parts.packaging);
  }

  /** Seconds after which the service stops an invocation. */
  get timeoutSeconds(): number {
    return this.parts.props.cdk?.function?.timeout ?? this.parts.resources.timeout;
  }
}

/** Parses the props that depend on the code and its runtime. */
function planCode(where: string, props: FunctionProps, code: PlannedParts["code"]) {
  const [resources, packaged] = [attempt(() => parseResources(where, props)), attempt(code)];
  // The runtime of refused code is unknown.
  const facts = packaged?.packaging ?? { runtime: "" };
  const [durable, url] = together(
    () => planDurable(where, props, facts),
    () => parseFunctionUrl(where, props.url, streamingFacts(props, facts)),
    () => checkSnapStart(where, { props, runtime: facts.runtime, diskSize: resultOf(resources).diskSize }),
    () =>
      checkLimit(where, "handler", resultOf(packaged).packaging.handler, limits.aws_lambda_function.handler),
  );
  return { ...resultOf(packaged), resources: resultOf(resources), durable, url };
}

/** A function URL waits for the result, like every HTTP caller. */
function planDurable(
  where: string,
  props: FunctionProps,
  packaged: Pick<Packaging, "runtime">,
): ParsedDurable | undefined {
  const durable = parseDurable(where, props, packaged);
  if (props.url !== undefined && props.url !== false) checkAwaited(where, "url", durable);
  return durable;
}

/** The caller's provider may use another region. */
export function regionOf({ region }: Stack, { cdk }: FunctionProps): string | undefined {
  return cdk?.function?.provider === undefined ? region : undefined;
}

function parseStatements(where: string, props: FunctionProps): readonly Statement[] {
  const { permissions = [], initialPolicy = [], bind = [], config = [] } = props;
  const statements = together(
    () => resolvePermissions(where, "permissions", permissions),
    () => resolvePermissions(where, "initialPolicy", initialPolicy),
    () => checkBindings(where, "bind", bind),
    () => checkBindings(where, "config", config),
  );
  return [...statements[0], ...statements[1]];
}

function childPath(scope: Construct, id: string): string {
  return [scope.node.path, sanitized(id)].filter((part) => part !== "").join("/");
}

/** An id in the form of the construct tree. */
function sanitized(id: string): string {
  return id.replaceAll("/", "--");
}

/**
 * Refuses ARNs of another region: a function uses only keys, signing configs and access points of its own region.
 *
 * @param region - of the function; undefined if it is unknown
 */
function checkArnRegions(where: string, props: FunctionProps, region: string | undefined): void {
  const { environmentEncryption, codeSigningConfig, filesystem } = props;
  const arns = {
    environmentEncryption,
    codeSigningConfig,
    "filesystem.accessPoint": filesystem?.accessPoint,
  };
  for (const [prop, value] of Object.entries(arns)) {
    if (region === undefined || typeof value !== "string" || isUnresolved(value)) continue;
    const found = regionOfArn(value);
    if (found !== undefined && found !== region) fail(where, "arn-region", prop, { value, region });
  }
}
