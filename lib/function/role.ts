import type { DataAwsIamRole } from "@cdktf/provider-aws/lib/data-aws-iam-role";
import { IamPolicy } from "@cdktf/provider-aws/lib/iam-policy";
import { IamRole, type IamRoleConfig } from "@cdktf/provider-aws/lib/iam-role";
import { IamRolePolicy } from "@cdktf/provider-aws/lib/iam-role-policy";
import { IamRolePolicyAttachment } from "@cdktf/provider-aws/lib/iam-role-policy-attachment";
import { type TerraformResource, Token } from "cdktf";
import { Construct, type IConstruct } from "constructs";
import { finishLast } from "../app/finish";
import { Stack } from "../app/stack";
import { waitFor } from "../core/depends-on";
import { namePrefix } from "../core/name";
import { overlay } from "../core/override";
import {
  lazyPolicyJson,
  type PackedPolicy,
  packPolicies,
  type Statement,
  splitLinks,
} from "../iam/permissions";
import { serviceTrust } from "../iam/trust";

/** The role of a function that brings none. */
export function createFunctionRole(
  fn: Construct,
  functionName: string,
  override: Partial<IamRoleConfig> = {},
): IamRole {
  const name = Token.isUnresolved(functionName) ? fn.node.id : functionName;
  const config: IamRoleConfig = {
    // Roles are global: the prefix must not depend on the region, and the rest is chosen by the service.
    namePrefix: namePrefix(name, 37),
    assumeRolePolicy: serviceTrust("lambda.amazonaws.com"),
  };
  const merged = overlay(config, override);
  return new IamRole(fn, "Role", override.name === undefined ? merged : { ...merged, namePrefix: undefined });
}

/** Options of the policies of one role. */
export interface RolePoliciesOptions {
  /** Tells the policies of several stacks apart. @default - none */
  readonly policyNamePrefix?: string;
  /** Managed policies that the role has already. @default 0 */
  readonly attachedPolicies?: number;
  /** No function takes the role, so that nothing waits for the policies and all statements are "base". @default false */
  readonly isWithoutFunction?: boolean;
}

/**
 * What the library's functions of one stack may do with one role.
 *
 * "Base" holds what a function needs before it exists. "Links" holds statements that refer to something which may itself
 * depend on a function: no function waits for it, so that two functions may call each other.
 */
export class RolePolicies extends Construct {
  private readonly own: Statement[] = [];
  private readonly statements: Statement[] = [];
  private readonly waitingForBase = new Set<TerraformResource>();
  private readonly waitingForAll = new Set<TerraformResource>();
  private isFinished = false;

  constructor(
    scope: Construct,
    id: string,
    private readonly role: IamRole | DataAwsIamRole,
    private readonly options: RolePoliciesOptions = {},
  ) {
    super(scope, id);
    setsOf(Stack.of(scope)).set(role, this);
  }

  /** The policies of a role: there is one set of them per stack, whoever made the role. */
  static of(
    stack: Stack,
    role: IamRole | DataAwsIamRole,
    options: Pick<RolePoliciesOptions, "isWithoutFunction"> = {},
  ): RolePolicies {
    const existing = setsOf(stack).get(role);
    if (existing !== undefined) return existing;
    const id = `RolePolicies_${role.node.path.replaceAll("/", "_")}`;
    return new RolePolicies(stack, id, role, { policyNamePrefix: `${stack.node.id}-`, ...options });
  }

  add(statements: readonly Statement[]): void {
    this.statements.push(...statements);
  }

  /** Adds what the function needs to be created at all, so that it has to wait for it whatever it refers to. */
  addOwn(statements: readonly Statement[]): void {
    this.own.push(...statements);
  }

  /** What the role may do as far as it is said by now. */
  get given(): readonly Statement[] {
    return [...this.own, ...this.statements];
  }

  /** Makes a function wait for what it needs to exist: not for what may wait for the function. */
  addFunction(fn: TerraformResource): void {
    this.waitingForBase.add(fn);
  }

  /** Makes a resource wait for everything that the role may do; for what runs the function while deploying. */
  addInvoker(resource: TerraformResource): void {
    this.waitingForAll.add(resource);
  }

  /** Creates the policies, once all statements are there. */
  [finishLast](): void {
    // A REST API asks for the policies of other stacks before their turn, to see whether they refer to it.
    if (this.isFinished) return;
    this.isFinished = true;
    const base = [...this.own];
    const links: Statement[] = [];
    for (const each of this.statements) (this.isLink(each) ? links : base).push(each);
    const packed = packPolicies(this, "permissions", { base, links }, this.options.attachedPolicies);
    const basePolicies = this.createPolicies("base", packed.base);
    const allPolicies = [...basePolicies, ...this.createPolicies("links", packed.links)];
    for (const fn of this.waitingForBase) waitFor(fn, basePolicies);
    for (const resource of this.waitingForAll) waitFor(resource, allPolicies);
  }

  private isLink(statement: Statement): boolean {
    return this.options.isWithoutFunction !== true && splitLinks(this, [statement]).links.length > 0;
  }

  /** The resources of one part: an inline policy, or managed policies when it is too long for that. */
  private createPolicies(
    part: "base" | "links",
    { inline, documents }: PackedPolicy,
  ): readonly TerraformResource[] {
    const title = part === "base" ? "Base" : "Links";
    const policies = inline === undefined ? [] : [this.createInline(title, part, inline)];
    return [
      ...policies,
      ...documents.map((statements, index) =>
        this.createDocument(`${title}Document${index + 1}`, `${part}${index + 1}`, statements),
      ),
    ];
  }

  private createInline(id: string, part: string, statements: readonly Statement[]): TerraformResource {
    return new IamRolePolicy(this, id, {
      name: `${this.options.policyNamePrefix ?? ""}${part}`,
      role: this.role.name,
      policy: lazyPolicyJson(() => statements),
    });
  }

  private createDocument(id: string, name: string, statements: readonly Statement[]): TerraformResource {
    const scope = new Construct(this, id);
    const path = this.node.path.replace(/[^A-Za-z0-9_-]+/g, "-");
    const policy = new IamPolicy(scope, "Policy", {
      namePrefix: namePrefix(`${path}-${name}`, 100),
      policy: lazyPolicyJson(() => statements),
    });
    return new IamRolePolicyAttachment(scope, "Attachment", { role: this.role.name, policyArn: policy.arn });
  }
}

const sets = new WeakMap<Stack, Map<IConstruct, RolePolicies>>();

function setsOf(stack: Stack): Map<IConstruct, RolePolicies> {
  const existing = sets.get(stack);
  if (existing !== undefined) return existing;
  const created = new Map<IConstruct, RolePolicies>();
  sets.set(stack, created);
  return created;
}
