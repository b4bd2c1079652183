import type { TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import { Stack } from "../app/stack";
import { fail } from "./errors";
import {
  type Conditions,
  lazyPolicyJson,
  measurePolicy,
  parseStatement,
  type ResourceStatement,
  resolveStatements,
  type Statement,
} from "./permissions";
import { sortStatement } from "./permissions/canonical";
import { type PolicySource, sourceArn } from "./policy-source";

/** The property with the resource policy of a construct. */
export const resourcePolicy: unique symbol = Symbol.for("serverform.resourcePolicy");

/** A construct with a resource policy: a queue, a topic or a bucket. */
export interface HasResourcePolicy {
  readonly [resourcePolicy]: ResourcePolicy;
}

/** An action that a service may do on the resource, for one source. */
export interface ServiceAccess {
  /** `sns.amazonaws.com` */
  readonly service: string;
  /** `sqs:SendMessage` */
  readonly action: string;
  readonly source: PolicySource;
  /** Also restricts the account, because the ARN of a bucket does not contain it. @default false */
  readonly isOfAccount?: boolean | undefined;
}

/** How large a service lets the policy of a resource be. */
export interface PolicyLimits {
  readonly bytes: number;
  /** Actions of one statement. @default - any number */
  readonly actions?: number | undefined;
  /** @default - any number */
  readonly statements?: number | undefined;
  /** Principals of all statements together. @default - any number */
  readonly principals?: number | undefined;
}

export interface ResourcePolicyOptions {
  readonly arn: string;
  /** Creates the policy resource; undefined for an imported resource, whose policy the library does not manage. */
  readonly create: ((policy: string) => TerraformResource) | undefined;
  /** How large the service lets it be. */
  readonly limits: PolicyLimits;
  /** Statements for the owner's default access, which a policy would replace. */
  readonly restated?: (() => readonly Statement[]) | undefined;
}

interface AllowedService {
  readonly statement: Statement;
  /** Undefined if the ARN of the source contains it. */
  readonly account?: string | undefined;
  readonly arns: string[];
}

/**
 * The policy of a resource, in the resource's stack.
 *
 * A queue, topic or bucket has only one policy, so all statements are added here. The first statement creates the policy. Its
 * text is built at synthesis: sorted, without duplicates, and with one statement for all sources of a service.
 */
export class ResourcePolicy {
  private readonly statements: Statement[] = [];
  /** Sources, grouped by their permissions, because AWS limits the number of statements. */
  private readonly allowed = new Map<string, AllowedService>();
  private created: TerraformResource | undefined;

  constructor(
    private readonly owner: Construct,
    private readonly options: ResourcePolicyOptions,
  ) {}

  /** The policy resource; undefined if there is no statement, or if the resource is imported. */
  get resource(): TerraformResource | undefined {
    return this.created;
  }

  /** True if the resource is imported, so that the library does not manage its policy. */
  get isForeign(): boolean {
    return this.options.create === undefined;
  }

  /** Adds statements of the caller. */
  addStatements(prop: string, statements: readonly ResourceStatement[]): void {
    const parsed = statements.map((each, index) =>
      parseStatement(this.owner, `${prop}[${index}]`, each, "resource"),
    );
    const { actions: limit = Number.POSITIVE_INFINITY } = this.options.limits;
    parsed.forEach(({ actions }, index) => {
      const count = actions.length;
      if (count > limit)
        fail(this.owner, "quota-exceeded", `${prop}[${index}]`, { what: "actions", count, limit });
    });
    parsed.forEach((each, index) => {
      this.add(each, `${prop}[${index}]`);
    });
  }

  /** Adds a statement. Different statements must not have the same Sid. */
  add(statement: Statement, prop = "policy"): void {
    const { sid } = statement;
    const other = sid === undefined ? undefined : this.statements.find((each) => each.sid === sid);
    if (sid !== undefined && other !== undefined && textOf(other) !== textOf(statement)) {
      fail(this.owner, "policy-sid-duplicate", prop, { sid });
    }
    this.statements.push(statement);
    this.createOnce();
  }

  /** Lets a service use the resource for one source. */
  allow(access: ServiceAccess): void {
    const stack = Stack.of(this.owner);
    const { service, action, isOfAccount = false, source } = access;
    if (this.isForeign) {
      const text = `serverform: the policy of an imported resource is left alone; let ${service} use ${action} on it`;
      stack.app.addNotice(text, source.construct);
      return;
    }
    const arn = sourceArn(stack, source)();
    const key = JSON.stringify([service, action, isOfAccount]);
    const group: AllowedService = this.allowed.get(key) ?? {
      statement: {
        effect: "Allow",
        principals: { Service: [service] },
        actions: [action],
        resources: [this.options.arn],
      },
      ...(isOfAccount && { account: stack.account }),
      arns: [],
    };
    group.arns.push(arn);
    this.allowed.set(key, group);
    this.createOnce();
  }

  /** Refuses a policy that is too large. Called when everything is declared. */
  checkSize(): void {
    const { bytes: limit } = this.options.limits;
    if (this.created === undefined) return;
    this.checkCounts();
    const bytes = measurePolicy(resolveStatements(this.owner, this.all()));
    if (bytes > limit) fail(this.owner, "resource-policy-too-large", "policy", { bytes, limit });
  }

  private checkCounts(): void {
    const unlimited = Number.POSITIVE_INFINITY;
    const { statements = unlimited, principals = unlimited } = this.options.limits;
    const all = resolveStatements(this.owner, this.all());
    const named = all.flatMap((each) => principalsOf(each));
    for (const [what, count, limit] of [
      ["statements", all.length, statements],
      ["principals", new Set(named).size, principals],
    ] as const) {
      if (count > limit) fail(this.owner, "quota-exceeded", "policy", { what, count, limit });
    }
  }

  private createOnce(): void {
    const { create, restated } = this.options;
    if (this.created !== undefined || create === undefined) return;
    this.statements.push(...(restated?.() ?? []));
    this.created = create(lazyPolicyJson(() => this.all()));
  }

  private all(): readonly Statement[] {
    const services = [...this.allowed.values()].map(({ statement, account, arns }): Statement => {
      const conditions: Conditions =
        account === undefined
          ? { ArnEquals: { "aws:SourceArn": arns } }
          : { ArnLike: { "aws:SourceArn": arns }, StringEquals: { "aws:SourceAccount": account } };
      return { ...statement, conditions };
    });
    return [...this.statements, ...services];
  }
}

function principalsOf({ principals = {} }: Statement): readonly string[] {
  return principals === "*" ? ["*"] : Object.values(principals).flat();
}

/** Denies all requests without TLS. */
export function tlsOnly(actions: readonly string[], resources: readonly string[]): Statement {
  return {
    sid: "TlsOnly",
    effect: "Deny",
    principals: "*",
    actions,
    resources,
    conditions: { Bool: { "aws:SecureTransport": "false" } },
  };
}

function textOf(statement: Statement): string {
  return JSON.stringify(sortStatement(statement));
}
