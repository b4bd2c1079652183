import { ApiGatewayDeployment } from "@cdktf/provider-aws/lib/api-gateway-deployment";
import type { ApiGatewayStage } from "@cdktf/provider-aws/lib/api-gateway-stage";
import type { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import { type IResolveContext, Lazy, type TerraformResource, Token } from "cdktf";
import type { Construct } from "constructs";
import { Stack } from "../../kit/app";
import { waitFor } from "../../kit/core";
import { findGatewayAccount } from "../../kit/gateway";
import { deployedParts, deploymentContent } from "./deployment-content";
import type { RestCustomDomain } from "./domain/custom-domain";
import { createStage, type StageOptions } from "./stage";

/** The API that is deployed, and its stage. */
export interface DeploymentOptions extends Omit<StageOptions, "deploymentId"> {
  /** The API. An imported one may be a data source. */
  readonly restApi: TerraformResource;
  readonly isImported: boolean;
  /** Leads to the stage. */
  readonly domain: RestCustomDomain | undefined;
}

/**
 * The deployment of an API and its stage; both exist as soon as there is something to deploy.
 *
 * A deployment is a snapshot of the API. Its trigger changes if and only if something in the snapshot changes, and the
 * stage switches to the new deployment before the old one is destroyed.
 *
 * Terraform destroys last. The method of a removed route is destroyed after the new deployment is created, so that the new
 * deployment still contains it and the next one does not. No order of resources changes this as long as the new
 * deployment must exist before the old one is destroyed.
 */
export class RestDeployment {
  private made:
    | { deployment: ApiGatewayDeployment; stage: ApiGatewayStage; logGroup?: CloudwatchLogGroup | undefined }
    | undefined;
  private parts: readonly TerraformResource[] = [];

  constructor(
    private readonly api: Construct,
    private readonly options: DeploymentOptions,
  ) {}

  get deployment(): ApiGatewayDeployment | undefined {
    return this.made?.deployment;
  }

  get stage(): ApiGatewayStage | undefined {
    return this.made?.stage;
  }

  get logGroup(): CloudwatchLogGroup | undefined {
    return this.made?.logGroup;
  }

  /** Creates the deployment and its stage, unless they exist. */
  create(): void {
    if (this.made !== undefined) return;
    const { restApiId, domain } = this.options;
    // Resources outside of the API are named as text, which needs the account: see lib/kit/app/references/order.
    void Stack.of(this.api).account;
    const deployment = new ApiGatewayDeployment(this.api, "Deployment", {
      restApiId,
      triggers: Token.asStringMap(Lazy.anyValue({ produce: (context) => this.triggers(context) })),
    });
    const { stage, logGroup } = createStage(this.api, { ...this.options, deploymentId: deployment.id });
    this.made = { deployment, stage, logGroup };
    domain?.addMapping(restApiId, stage.stageName);
  }

  /**
   * `redeployment` changes with the text of the API. `references` changes with the values of its references, so that a new
   * function name or a newly published version is deployed too.
   */
  private triggers({ preparing }: IResolveContext): Record<string, string> {
    // Read when everything is declared. While CDKTF prepares, references across stacks do not exist yet.
    if (preparing) return {};
    const { restApi, isImported } = this.options;
    const { hash, references } = deploymentContent(this.parts, isImported ? undefined : restApi);
    return {
      redeployment: hash,
      ...(references.length > 0 && { references: `\${sha256(jsonencode([${references.join(", ")}]))}` }),
    };
  }

  /** Makes the deployment wait for everything in its snapshot, and the stage for the role that writes its logs. */
  finish(): void {
    if (this.made === undefined) return;
    const stack = Stack.of(this.api);
    const { restApi, restApiId } = this.options;
    this.parts = deployedParts(stack, restApiId, Stack.of(restApi) === stack);
    waitFor(this.made.deployment, this.parts);
    const account = findGatewayAccount(stack);
    if (account !== undefined) waitFor(this.made.stage, [account]);
  }
}
