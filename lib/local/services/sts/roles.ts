import { type LocalRole, type Model, ModelRoles, policyDocumentOf, statementsOf } from "../../../model";
import { WebIdentities } from "../../identities/web-identities";
import type { AccessKeys } from "../../wire/local-credentials";
import type { ServiceContext, ServiceResources } from "../contract/service";

/** The roles of the model, which may be assumed. */
export class StsRoles implements ServiceResources {
  readonly identities: WebIdentities;
  private roles: ModelRoles;

  constructor(private readonly context: ServiceContext) {
    this.identities = new WebIdentities(context);
    this.roles = new ModelRoles(context.model);
    this.model = context.model;
  }

  /** The model that is served now. */
  model: Model;

  get accessKeys(): AccessKeys {
    return this.context.accessKeys;
  }

  get now(): number {
    return this.context.clock.now();
  }

  find(roleArn: string): LocalRole | undefined {
    return this.roles.find(roleArn);
  }

  /** The document of a managed policy; undefined for one that is not known here. */
  policyDocument(arn: string): string | undefined {
    const document = policyDocumentOf(this.model, arn);
    return document === undefined || typeof document === "string" ? document : JSON.stringify(document);
  }

  isPolicy(document: string): boolean {
    return statementsOf([document]) !== undefined;
  }

  async replace(model: Model): Promise<void> {
    this.model = model;
    this.roles = new ModelRoles(model);
    this.identities.replace(model);
  }
}
