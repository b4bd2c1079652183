import { type LocalRole, ModelRoles, policyDocumentOf, statementsOf } from "../../../model";
import { WebIdentities } from "../../identities/web-identities";
import { ModelResources } from "../contract/model-resources";
import type { ServiceContext } from "../contract/service";

/** The roles of the model, which may be assumed. */
export class StsRoles extends ModelResources {
  readonly identities: WebIdentities;
  private roles: ModelRoles;

  constructor(context: ServiceContext) {
    super(context);
    this.identities = new WebIdentities(context);
    this.roles = new ModelRoles(context.model);
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

  protected override take(): void {
    this.roles = new ModelRoles(this.model);
    this.identities.replace(this.model);
  }
}
