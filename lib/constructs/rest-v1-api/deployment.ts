import { ApiGatewayDeployment } from "@cdktf/provider-aws/lib/api-gateway-deployment";
import type { ApiGatewayStage } from "@cdktf/provider-aws/lib/api-gateway-stage";
import type { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import { type IResolveContext, Lazy, type TerraformResource, Token } from "cdktf";
import type { Construct } from "constructs";
import { Stack } from "../../app";
import { waitFor } from "../../core/depends-on";
import { findGatewayAccount } from "../../gateway";
import { deployedParts, deploymentContent } from "./deployment-content";
import { createStage, type StageOptions } from "./stage";

/** Which API is deployed, and to what stage. */
export interface DeploymentOptions extends Omit<StageOptions, "deploymentId"> {
  /** The API; only that of a created one is a resource for sure. */
  readonly restApi: TerraformResource;
  readonly isImported: boolean;
}

/**
 * The deployment of an API and its stage; both exist as soon as there is something to deploy.
 *
 * A deployment is a picture of the API. Its trigger changes with everything that is in the picture and with nothing
 * else, and the stage turns to the new one before the old one goes.
 *
 * Terraform removes last: when a route goes, its method goes after the old deployment, so that the new one still shows
 * it, and the deployment after that one does not. No order of resources changes this as long as the new deployment has to
 * come before the old one goes.
 */
export class RestDeployment {
  private made:
    | { deployment: ApiGatewayDeployment; stage: ApiGatewayStage; logGroup?: CloudwatchLogGroup }
    | undefined;
  private parts: readonly TerraformResource[] = [];

  constructor(
    private readonly api: Construct,
    private readonly options: DeploymentOptions,
    /** Called once there is a stage. */
    private readonly onStage: (stage: ApiGatewayStage) => void,
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
    const { restApiId } = this.options;
    const deployment = new ApiGatewayDeployment(this.api, "Deployment", {
      restApiId,
      triggers: Token.asStringMap(Lazy.anyValue({ produce: (context) => this.triggers(context) })),
      // The service keeps a deployment as long as a stage shows it.
      lifecycle: { createBeforeDestroy: true },
    });
    const { stage, logGroup } = createStage(this.api, { ...this.options, deploymentId: deployment.id });
    this.made = { deployment, stage, logGroup };
    this.onStage(stage);
  }

  /**
   * `redeployment` changes with what is written in the API. `references` changes with what its references stand for, so
   * that a function of a new name, or a newly published version, is deployed too.
   */
  private triggers({ preparing }: IResolveContext): Record<string, string> {
    // Read when everything has been declared; while CDKTF prepares, references across stacks are not there yet.
    if (preparing) return {};
    const { restApi, isImported } = this.options;
    const { hash, references } = deploymentContent(this.parts, isImported ? undefined : restApi);
    return {
      redeployment: hash,
      ...(references.length > 0 && { references: `\${sha256(jsonencode([${references.join(", ")}]))}` }),
    };
  }

  /** Makes the deployment wait for all that it is a picture of, and the stage for the role that writes its logs. */
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
