import type { TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import { Stack } from "../app/stack";
import { fail } from "./errors";
import { type Conditions, lazyPolicyJson, parseStatement, type Statement } from "./permissions";
import { sortStatement } from "./permissions/canonical";
import { type PolicySource, sourceArn } from "./policy-source";

/** The property under which a construct holds the policy of its resource. */
export const resourcePolicy: unique symbol = Symbol.for("serverform.resourcePolicy");

/** A construct whose resource has a policy of its own: a queue, a topic, a bucket. */
export interface HasResourcePolicy {
  readonly [resourcePolicy]: ResourcePolicy;
}

/** What a service may do with the resource, for one source only. */
export interface ServiceAccess {
  /** `sns.amazonaws.com` */
  readonly service: string;
  /** `sqs:SendMessage` */
  readonly action: string;
  readonly source: PolicySource;
  /** A bucket's ARN holds no account, so that its policy names the account too. @default false */
  readonly isOfAccount?: boolean;
}

/** Whose policy it is, and how it is written. */
export interface ResourcePolicyOptions {
  /** The ARN that the statements are about. */
  readonly arn: string;
  /** Creates the policy with its JSON; undefined for an imported resource, whose policy is not the library's. */
  readonly create: ((policy: string) => TerraformResource) | undefined;
  /** Statements that the policy begins with once there is one: the owner's access, which it would replace. */
  readonly restated?: () => readonly Statement[];
}

interface AllowedService {
  readonly statement: Statement;
  /** Undefined where the ARN of a source says it. */
  readonly account?: string;
  readonly arns: string[];
}

/**
 * The one policy of a resource, in the resource's own stack.
 *
 * AWS keeps a single policy per queue, topic and bucket, so everything that needs a statement adds it here. Created by
 * the first statement; its text is written at synthesis: equal statements once, sources of one service in one statement,
 * sorted.
 */
export class ResourcePolicy {
  private readonly statements: Statement[] = [];
  /** Sources by what they may do: quotas of policies count statements. */
  private readonly allowed = new Map<string, AllowedService>();
  private created: TerraformResource | undefined;

  constructor(
    private readonly owner: Construct,
    private readonly options: ResourcePolicyOptions,
  ) {}

  /** The provider's resource; undefined while there is no statement, and for an imported resource. */
  get resource(): TerraformResource | undefined {
    return this.created;
  }

  /** True when the policy is somebody else's: the resource is imported. */
  get isForeign(): boolean {
    return this.options.create === undefined;
  }

  /** Adds statements of the caller, in any of the forms of permissions. */
  addStatements(prop: string, statements: readonly unknown[]): void {
    const parsed = statements.map((each, index) =>
      parseStatement(this.owner, `${prop}[${index}]`, each, "resource"),
    );
    parsed.forEach((each, index) => {
      this.add(each, `${prop}[${index}]`);
    });
  }

  /** Adds a statement. Two that say different things may not have the same Sid. */
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
    const arn = sourceArn(stack, source);
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

/** Refuses everything that comes without TLS, whoever asks. */
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
