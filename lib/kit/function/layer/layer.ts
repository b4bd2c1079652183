import { LambdaLayerVersion } from "@cdktf/provider-aws/lib/lambda-layer-version";
import { Construct } from "constructs";
import { collectProblems } from "../../../facts/errors/problems";
import { finish, Stack } from "../../app";
import { constructId } from "../../app/names/ids";
import { isKept } from "../../app/removal-policy";
import { Artifacts } from "../../app/synthesis/artifacts";
import { withoutUndefined } from "../../core/checks/absence";
import { overlay } from "../../core/terraform/override";
import { parseLayer } from "./parse";
import type { LayerProps } from "./props";

/**
 * A Lambda layer from a folder or a zip file: modules, programs or data that several functions share.
 *
 * Each change of the content publishes a new version, and functions change to it. The version before is then deleted, unless
 * the removal policy of the app keeps it.
 *
 * @example
 * const tools = new Layer(stack, "Tools", { code: "layers/tools" });
 * new Function(stack, "Report", { handler: "functions/report.handler", layers: [tools] });
 */
export class Layer extends Construct {
  /** @internal Marks layers of this library, also those of another copy of the package. */
  readonly isServerformLayer = true;
  readonly id: string;
  readonly layerName: string;
  /** ARN of the layer without a version. */
  readonly layerArn: string;
  /** ARN of the current version, which functions refer to. */
  readonly layerVersionArn: string;
  readonly cdk: { readonly layerVersion: LambdaLayerVersion };
  private readonly override: object;

  constructor(scope: Construct, id: string, props: LayerProps) {
    super(scope, constructId(scope, id, props));
    const given = withoutUndefined(props);
    this.id = this.node.id;
    const { layerName, artifact, override, config } = collectProblems(() => parseLayer(this, given));
    this.layerName = layerName;
    this.override = override;
    const code = Artifacts.of(Stack.of(this)).add({ owner: this.node.path, handler: "" }, artifact);
    const created = { ...config, ...code, layerName };
    const layerVersion = new LambdaLayerVersion(this, "Layer", overlay(created, override));
    this.layerArn = layerVersion.layerArn;
    this.layerVersionArn = layerVersion.arn;
    this.cdk = { layerVersion };
  }

  [finish](): void {
    const isGiven = "skipDestroy" in this.override;
    if (!isGiven && isKept(Stack.of(this).app.defaultRemovalPolicy)) this.cdk.layerVersion.skipDestroy = true;
  }
}
