import type { DataAwsIamRole } from "@cdktf/provider-aws/lib/data-aws-iam-role";
import { IamPolicy } from "@cdktf/provider-aws/lib/iam-policy";
import { IamRole, type IamRoleConfig } from "@cdktf/provider-aws/lib/iam-role";
import { IamRolePolicy } from "@cdktf/provider-aws/lib/iam-role-policy";
import { IamRolePolicyAttachment } from "@cdktf/provider-aws/lib/iam-role-policy-attachment";
import type { TerraformResource } from "cdktf";
import { Construct, type IConstruct } from "constructs";
import { accountRootArn } from "../../facts/aws/arns";
import { servicePrincipal } from "../../facts/aws/principals";
import { keptPath } from "../app/names/construct-name";
import { quotaOf } from "../app/quotas";
import { explainReference } from "../app/references/stack-references";
import { Stack } from "../app/stack";
import { finishLast } from "../app/synthesis/finish";
import { FactKey, factOf } from "../core/app-facts";
import { namePrefix } from "../core/names/name";
import { waitFor } from "../core/terraform/depends-on";
import { type Override, overlay } from "../core/terraform/override";
import { isUnresolved } from "../core/tokens/unresolved";
import {
  completeStatements,
  lazyPolicyJson,
  type PackedPolicy,
  packPolicies,
  type Statement,
  splitLinks,
} from "../iam/permissions";
import { serviceAndAccountTrust, serviceTrust } from "../iam/trust";

/** Creates the role of a function without a role of the caller. */
export function createFunctionRole(
  fn: Construct,
  functionName: string,
  override: Override<IamRoleConfig> = {},
): IamRole {
  const name = isUnresolved(functionName) ? fn.node.id : functionName;
  const config: IamRoleConfig = {
    // Role names are unique per account, in all regions: AWS appends a unique suffix to the prefix.
    namePrefix: namePrefix(name, 37),
    assumeRolePolicy: trustOf(Stack.of(fn)),
  };
  const merged = overlay(config, override);
  return new IamRole(fn, "Role", override.name === undefined ? merged : { ...merged, namePrefix: undefined });
}

/** The trust policy of the role: the service, and developers of stages whose app allows it. */
function trustOf(stack: Stack): string {
  const { app, partition } = stack;
  const service = servicePrincipal("lambda");
  if (!app.developersAssumeRoles || app.isProtected) return serviceTrust(service);
  return serviceAndAccountTrust(service, accountRootArn({ partition, account: stack.account }));
}

export interface RolePoliciesOptions {
  /** Separates the names of policies of several stacks. @default - none */
  readonly policyNamePrefix?: string | undefined;
  /** Number of managed policies that are already attached to the role. @default 0 */
  readonly attachedPolicies?: number | undefined;
  /** Whether no function has the role. Nothing waits for the policies then, and all statements are "base". @default false */
  readonly isWithoutFunction?: boolean | undefined;
}

/**
 * The library's policies of a role for the constructs of one stack.
 *
 * "Base" holds the statements that must exist before the function. "Links" holds statements on resources that may depend on a
 * function themselves. No function waits for "links", so that two functions can invoke each other.
 */
export class RolePolicies extends Construct {
  private readonly own: Statement[] = [];
  private readonly statements: Statement[] = [];
  private readonly links: Statement[] = [];
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

  /** The policies of a role. Each stack has its own, even if another stack created the role. */
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

  /** Creates the policies of all roles of an app now, for a construct that needs to know the references between stacks. */
  static finishAll(app: IConstruct): void {
    for (const each of app.node.findAll()) {
      if (!(each instanceof RolePolicies)) continue;
      try {
        each[finishLast]();
      } catch (error) {
        throw explainReference(error, each);
      }
    }
  }

  add(statements: readonly Statement[]): void {
    this.statements.push(...statements);
  }

  /** Adds statements that the function's creation requires, so that it always waits for them. */
  addOwn(statements: readonly Statement[]): void {
    this.own.push(...statements);
  }

  /** Adds statements of "links" with literal ARNs of functions, for which the policy does not wait. */
  addLinks(statements: readonly Statement[]): void {
    this.links.push(...statements);
  }

  get given(): readonly Statement[] {
    return [...this.own, ...this.statements, ...this.links];
  }

  /** Makes a function wait for "base", but not for "links", which may wait for the function. */
  addFunction(fn: TerraformResource): void {
    this.waitingForBase.add(fn);
  }

  /** Makes a resource wait for all policies. For resources that invoke the function during the deployment. */
  addInvoker(resource: TerraformResource): void {
    this.waitingForAll.add(resource);
  }

  /** Creates the policies after all statements are known. */
  [finishLast](): void {
    // `finishAll` calls this early.
    if (this.isFinished) return;
    this.isFinished = true;
    const given = splitLinks(this, completeStatements(this.statements));
    const own = completeStatements(this.own);
    const links = completeStatements([...given.links, ...this.links]);
    const parts = this.options.isWithoutFunction
      ? { base: [...own, ...given.base, ...links], links: [] }
      : { base: [...own, ...given.base], links };
    const packed = packPolicies(
      this,
      "permissions",
      parts,
      this.options.attachedPolicies,
      quotaOf(this, "managedPoliciesPerRole"),
    );
    const basePolicies = this.createPolicies("base", packed.base);
    const allPolicies = [...basePolicies, ...this.createPolicies("links", packed.links)];
    for (const fn of this.waitingForBase) waitFor(fn, basePolicies);
    for (const resource of this.waitingForAll) waitFor(resource, allPolicies);
  }

  /** The resources of one part: an inline policy, or managed policies if it is too long. */
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
    const path = keptPath(this)
      .join("-")
      .replace(/[^A-Za-z0-9_-]+/g, "-");
    const policy = new IamPolicy(scope, "Policy", {
      namePrefix: namePrefix(`${path}-${name}`, 100),
      policy: lazyPolicyJson(() => statements),
    });
    return new IamRolePolicyAttachment(scope, "Attachment", { role: this.role.name, policyArn: policy.arn });
  }
}

const policiesOfRoles = new FactKey<Map<Stack, Map<IConstruct, RolePolicies>>>(
  "policies of roles",
  () => new Map(),
);

function setsOf(stack: Stack): Map<IConstruct, RolePolicies> {
  const ofApp = factOf(stack, policiesOfRoles);
  const sets = ofApp.get(stack) ?? new Map<IConstruct, RolePolicies>();
  ofApp.set(stack, sets);
  return sets;
}
