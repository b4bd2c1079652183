import type { Construct } from "constructs";
import { requireFreeId } from "../app/ids";
import { Stack } from "../app/stack";
import { isPlainObject } from "../core/check";
import { resolvePermissions, type Statement } from "../iam/permissions";
import { checkBindings } from "./binding-entry";
import { checkFunctionProps } from "./check";
import { fail } from "./errors";
import { type ParsedAsyncInvoke, parseAsyncInvoke } from "./invocation/async-invoke";
import { type ParsedDeadLetter, parseDeadLetter } from "./invocation/dead-letter";
import { type ParsedFunctionUrl, parseFunctionUrl } from "./invocation/url";
import { type ParsedVersionOptions, parseVersionOptions } from "./invocation/version";
import { type Packaging, packagingOf } from "./packaging/packaging";
import type { FunctionProps } from "./props";
import { parseLayers } from "./settings/layers";
import { mergeFunctionProps } from "./settings/merge";
import { functionNameOf, pathFromStack } from "./settings/name";
import { type ParsedNetwork, parseNetwork } from "./settings/network";
import { parseResources } from "./settings/resources";

/** What the props of a function say, after all checks. */
interface FunctionParts {
  /** Id of the construct. */
  readonly id: string;
  /** The props, merged over the defaults of app and stack. */
  readonly props: FunctionProps;
  readonly handler: string;
  readonly resources: ReturnType<typeof parseResources>;
  readonly packaging: Packaging;
  /** ARNs of layer versions. */
  readonly layers: readonly string[];
  /** Name in AWS. */
  readonly functionName: string;
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
    const id = findId(scope, givenId, given);
    const where = childPath(scope, id);
    const stack = Stack.of(scope, where);
    const props = mergeFunctionProps(...stack.getFunctionDefaults(), given);
    const handler = checkFunctionProps(where, props);
    return new FunctionPlan({
      id,
      props,
      handler,
      resources: parseResources(where, props),
      packaging: packagingOf(where, stack.app.appPath, props, handler),
      layers: parseLayers(
        { where, scope, prop: "layers", region: regionOf(stack, props) },
        props.layers ?? [],
      ),
      network: parseNetwork(where, props),
      deadLetter: parseDeadLetter(where, props),
      url: parseFunctionUrl(where, props.url),
      asyncInvoke: parseAsyncInvoke(where, "", props, scope),
      versionOptions: parseVersionOptions(where, props.currentVersionOptions, scope),
      statements: parseStatements(where, props),
      functionName: functionNameOf(where, stack, [...pathFromStack(scope), sanitized(id)], props),
    });
  }

  /** Seconds after which the service stops an invocation. */
  get timeoutSeconds(): number {
    return this.parts.props.cdk?.function?.timeout ?? this.parts.resources.timeout;
  }
}

/** A provider of the caller's may be for another region. */
export function regionOf({ region }: Stack, { cdk }: FunctionProps): string | undefined {
  return cdk?.function?.provider === undefined ? region : undefined;
}

function parseStatements(where: string, props: FunctionProps): readonly Statement[] {
  const { permissions = [], initialPolicy = [], bind = [], config = [] } = props;
  const statements = [
    ...resolvePermissions(where, "permissions", permissions),
    ...resolvePermissions(where, "initialPolicy", initialPolicy),
  ];
  checkBindings(where, "bind", bind);
  checkBindings(where, "config", config);
  return statements;
}

function findId(scope: Construct, id: string, props: unknown): string {
  if (!isPlainObject(props)) {
    return fail(childPath(scope, id), "prop-invalid", "props", {
      value: props,
      expected: 'an object: { handler: "notes.get" }',
    });
  }
  const { id: given } = Object(props.cdk) as { readonly id?: string };
  return requireFreeId(scope, given ?? id, given === undefined ? "id" : "cdk.id");
}

function childPath(scope: Construct, id: string): string {
  return [scope.node.path, sanitized(id)].filter((part) => part !== "").join("/");
}

/** An id as the construct tree writes it. */
function sanitized(id: string): string {
  return id.replaceAll("/", "--");
}
