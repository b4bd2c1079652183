import { randomUUID } from "node:crypto";
import { formatArn } from "../../../facts/aws/arns";
import type { Model } from "../../../model/resources/model";
import type { ServiceResources } from "../contract/service";

/** The distributions of the app, as far as their caches are concerned. */
export class Invalidations implements ServiceResources {
  constructor(private model: Model) {}

  /** The id of a new invalidation; undefined for a distribution that is not in the app. */
  create(distributionId: string): string | undefined {
    const distribution = this.model.find("aws_cloudfront_distribution", "id", distributionId);
    if (distribution === undefined) return undefined;
    return `I${randomUUID().replaceAll("-", "").slice(0, 13).toUpperCase()}`;
  }

  /** The ARN of a distribution. It has no region. */
  arnOf(distributionId: string): string {
    const { partition, account } = this.model;
    return formatArn({ partition, account }, "cloudfront", `distribution/${distributionId}`);
  }

  async replace(model: Model): Promise<void> {
    this.model = model;
  }

  async stop(): Promise<void> {}
}
