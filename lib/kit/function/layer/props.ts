import type { LambdaLayerVersionConfig } from "@cdktf/provider-aws/lib/lambda-layer-version";
import type { Override } from "../../core/terraform/override";
import type { Runtime } from "../props";

/** Props of a layer. */
export interface LayerProps {
  /**
   * A folder or a zip file, relative to the folder of `cdktf.json`. Its content is below `/opt` in the functions.
   *
   * Lambda finds Node modules in `nodejs/node_modules`, Python modules in `python`, programs in `bin` and libraries in
   * `lib`. Secrets such as `.env` files in a folder are omitted.
   *
   * A folder with a `requirements.txt` and no `python`, or a `package.json` and no `nodejs`, is code: the library
   * installs its packages for the first of `compatibleRuntimes` and `compatibleArchitectures`, as for a function.
   */
  readonly code: string;
  /** The runtimes of the content. Lambda shows them, and does not compare them with the runtimes of functions. @default - not stated */
  readonly compatibleRuntimes?: readonly Runtime[] | undefined;
  /** The processor architectures of the content. Lambda shows them, too. @default - not stated */
  readonly compatibleArchitectures?: readonly ("arm_64" | "x86_64")[] | undefined;
  /** The purpose of the layer, which the Lambda console shows. @default - none */
  readonly description?: string | undefined;
  /** License of the content: an identifier such as `MIT`, an address or the text. @default - none */
  readonly license?: string | undefined;
  /**
   * Name of the layer in AWS.
   *
   * @default - the construct path, within 64 characters
   */
  readonly layerName?: string | undefined;
  /** Configs that override what is created. @default - none */
  readonly cdk?:
    | {
        /** Replaces the construct's id everywhere. @default - the id given to the constructor */
        readonly id?: string | undefined;
        /** Keys that override the layer version. @default - none */
        readonly layerVersion?: LayerVersionOverride | undefined;
      }
    | undefined;
}

/** Keys of the layer version that override what is created. */
export type LayerVersionOverride = Override<
  Omit<LambdaLayerVersionConfig, "filename" | "sourceCodeHash" | "s3Bucket" | "s3Key" | "s3ObjectVersion">
>;
