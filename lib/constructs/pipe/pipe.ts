import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { PipesPipe, type PipesPipeConfig } from "@cdktf/provider-aws/lib/pipes-pipe";
import type { Construct } from "constructs";
import { attempt, collectProblems, mapTogether, together } from "../../facts/errors/problems";
import { claimId, constructId, prefixedName, Stack } from "../../kit/app";
import {
  acceptedKeys,
  checkEventRule,
  checkKeys,
  checkLimit,
  checkList,
  checkOverride,
  escapeTemplate,
  modelLimit,
  namePrefix,
  overlay,
  propKeys,
  quotas,
  requireProp,
  withoutUndefined,
} from "../../kit/core";
import {
  ConstructWithFunctions,
  checkFilterFields,
  checkFilterLength,
  type Function,
  type FunctionReference,
  FunctionsByKey,
  functionRef,
  type PlannedReference,
  planReference,
  RolePolicies,
} from "../../kit/function";
import { type PermissionEntry, resolvePermissions, resourceTrust } from "../../kit/iam";
import { failureDestination, fieldsOf, parsePipeSource, parsePipeTarget } from "./ends";
import { fail } from "./errors";
import type { PipeMetadata } from "./library";
import type { PipeProps } from "./props";

const pipeKeys = propKeys<PipeProps>()(
  {
    source: true,
    target: true,
    filters: "list",
    enrichment: true,
    template: "text",
    batchSize: true,
    batchWindow: true,
    retryAttempts: true,
    onFailure: true,
    detailType: "text",
    eventSource: "text",
    partitionKey: "text",
    messageGroupId: "text",
    enabled: "boolean",
    cdk: "map",
  },
  () => ({ pipe: { resource: PipesPipe, rejected } }),
);

const useProps = "Use the props of the pipe.";
const rejected = {
  source: useProps,
  target: useProps,
  enrichment: useProps,
  roleArn: "The pipe has a role of its own.",
  sourceParameters: useProps,
  targetParameters: useProps,
  enrichmentParameters: useProps,
  desiredState: "Use enabled.",
};

/**
 * Passes the records of a table, a data stream or a queue on, without your own code between them.
 *
 * Creates the pipe, and a role that may only read the source and write to the target.
 *
 * @example
 * new Pipe(stack, "Orders", { source: table, target: bus, filters: [{ eventName: ["INSERT"] }], detailType: "ordered" });
 */
export class Pipe extends ConstructWithFunctions {
  readonly id: string;
  readonly pipeArn: string;
  readonly pipeName: string;
  readonly cdk: { readonly pipe: PipesPipe; readonly role: IamRole };
  protected readonly functions: FunctionsByKey;

  constructor(scope: Construct, id: string, props: PipeProps) {
    super(scope, constructId(scope, id, props));
    this.id = claimId(this);
    const given = withoutUndefined(props ?? {});
    const override = given.cdk?.pipe ?? {};
    const { source, target, called, enriched, filters, template, reached } = collectProblems(() =>
      this.parse(given),
    );

    this.functions = new FunctionsByKey(this, "function");
    const targetFunction = this.createFunction("target", called);
    const enrichment = this.createFunction("enrichment", enriched);
    const invoked = [targetFunction, enrichment].flatMap((fn) => (fn ? [[fn, "grantInvoke"] as const] : []));
    const name = override?.name ?? prefixedName(this);
    const role = this.createRole([...reached, ...invoked], name);
    const { enabled = true } = given;
    const config: PipesPipeConfig = {
      name: prefixedName(this),
      desiredState: enabled ? "RUNNING" : "STOPPED",
      roleArn: role.role.arn,
      source: source.arn,
      sourceParameters: definedOr({ ...source.parameters, filterCriteria: filters }),
      enrichment: enrichment?.functionArn,
      target: target?.arn ?? targetFunction?.functionArn ?? "",
      targetParameters: definedOr({ ...target?.parameters, inputTemplate: template }),
    };
    const pipe = new PipesPipe(this, "Pipe", overlay(config, override));
    // The service tries to read the source when the pipe is created.
    role.policies.addInvoker(pipe);
    this.cdk = { pipe, role: role.role };
    this.pipeArn = pipe.arn;
    this.pipeName = pipe.name;
  }

  private parse(written: PipeProps) {
    const given = acceptedKeys(this, "props", written, pipeKeys);
    attempt(() => checkKeys(this, "cdk", given.cdk ?? {}, ["id", "pipe"]));
    attempt(() => checkOverride(this, "cdk.pipe", given.cdk?.pipe ?? {}, PipesPipe, { rejected }));
    const [source, target, enriched, filters, template, failures] = together(
      () => parsePipeSource(this, given),
      () => this.parseTarget(given),
      () => (given.enrichment === undefined ? undefined : this.planFunction("enrichment", given.enrichment)),
      () => this.parseFilters(given),
      () => this.parseTemplate(given.template),
      () => failureDestination(this, given),
    );
    const ends = [source, ...(target.end === undefined ? [] : [target.end])];
    const reached: readonly PermissionEntry[] = [
      ...ends.map(({ construct, access }) => [construct, access] as const),
      ...(failures === undefined ? [] : [failures.permission]),
    ];
    resolvePermissions(this, "source", reached);
    return { source, target: target.end, called: target.called, enriched, filters, template, reached };
  }

  private parseTarget(given: PipeProps) {
    requireProp(this, "target", given.target, 'Write where it sends: target: "functions/orders.handle".');
    const end = parsePipeTarget(this, given);
    const called =
      end === undefined ? this.planFunction("target", given.target as FunctionReference) : undefined;
    return { end, called };
  }

  private planFunction(prop: "target" | "enrichment", reference: FunctionReference): PlannedReference {
    const id = prop === "target" ? "Target" : "Enrichment";
    return planReference({ owner: this, scope: this, defaults: undefined, waits: true }, id, prop, reference);
  }

  private createFunction(key: string, planned: PlannedReference | undefined): Function | undefined {
    const fn = planned?.create();
    if (fn !== undefined) this.functions.add(key, fn);
    return fn;
  }

  private parseFilters({ filters: given, source }: PipeProps) {
    if (given === undefined) return undefined;
    checkList(this, "filters", given);
    const { filtersPerConsumerUnasked: limit } = quotas;
    const { length: count } = given;
    if (count > limit) fail(this, "quota-exceeded", "filters", { what: "filters", count, limit });
    const fields = fieldsOf(source);
    const filter = mapTogether(given, (pattern, index) => {
      // The records of a refused source are not known.
      if (fields !== undefined) checkFilterFields(this, `filters[${index}]`, pattern, fields);
      checkEventRule(this, `filters[${index}]`, pattern);
      checkFilterLength(this, `filters[${index}]`, pattern);
      return { pattern: escapeTemplate(JSON.stringify(pattern)) };
    });
    return filter.length === 0 ? undefined : { filter };
  }

  private parseTemplate(given: string | undefined): string | undefined {
    if (given === undefined) return undefined;
    checkLimit(this, "template", given, modelLimit("aws_pipes_pipe", "targetParameters.inputTemplate"));
    return escapeTemplate(given);
  }

  /** Source: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-pipes-permissions.html */
  private createRole(reached: readonly PermissionEntry[], pipeName: string) {
    const role = new IamRole(this, "Role", {
      namePrefix: namePrefix(prefixedName(this), 37),
      assumeRolePolicy: resourceTrust(Stack.of(this), "pipes", `pipe/${pipeName}`),
    });
    const policies = new RolePolicies(this, "Policies", role, { isWithoutFunction: true });
    policies.addOwn(resolvePermissions(this, "source", reached));
    return { role, policies };
  }

  /** The function of `target` or `enrichment`; undefined if it has none. */
  getFunction(key: "target" | "enrichment"): Function | undefined {
    return this.functions.get(key);
  }

  getConstructMetadata(): PipeMetadata {
    const [target, enrichment] = ["target", "enrichment"].map((key) => functionRef(this.functions.get(key)));
    return { type: "Pipe", data: { pipeName: this.pipeName, target, enrichment } };
  }
}

/** Undefined instead of a block without content, which each plan would add again. */
function definedOr<Block extends object>(block: Block): Block | undefined {
  return Object.values(block).some((each) => each !== undefined) ? block : undefined;
}
