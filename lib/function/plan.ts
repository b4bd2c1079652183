import type { Construct } from "constructs";
import { constructId } from "../app/ids";
import { Stack } from "../app/stack";
import { resolvePermissions, type Statement } from "../iam/permissions";
import { checkBindings, checkFunctionProps } from "./check";
import { type ParsedAsyncInvoke, parseAsyncInvoke } from "./invocation/async-invoke";
import { type ParsedDeadLetter, parseDeadLetter } from "./invocation/dead-letter";
import { type ParsedFunctionUrl, parseFunctionUrl } from "./invocation/url";
import { type ParsedVersionOptions, parseVersionOptions } from "./invocation/version";
import { type Packaging, packagingOf } from "./packaging/packaging";
import type { FunctionProps } from "./props";
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
    const id = constructId(scope, givenId, given, '{ handler: "functions/notes.get" }');
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

function childPath(scope: Construct, id: string): string {
  return [scope.node.path, sanitized(id)].filter((part) => part !== "").join("/");
}

/** An id as the construct tree writes it. */
function sanitized(id: string): string {
  return id.replaceAll("/", "--");
}
