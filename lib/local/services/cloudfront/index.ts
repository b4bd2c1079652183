import { randomUUID } from "node:crypto";
import { formatArn } from "../../../facts/aws/arns";
import { escapeXml } from "../../wire/xml";
import { defineService, notEmulated, notInApp, type Protocol } from "../contract/define-service";
import { ModelResources } from "../contract/model-resources";
import type { ServiceResponse } from "../contract/service";

/** The distributions of the app, as far as their caches are concerned. */
class Invalidations extends ModelResources {
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
}

/** The input of a request for invalidations of a distribution. */
interface InvalidationInput {
  readonly distributionId: string;
  readonly invalidationId: string;
}

/**
 * CloudFront's REST protocol, as far as invalidations use it.
 *
 * Source: https://docs.aws.amazon.com/cloudfront/latest/APIReference/API_CreateInvalidation.html
 */
const protocol: Protocol<Invalidations, InvalidationInput, string> = {
  inputOf: ({ url }) => {
    const [, distributionId = "", invalidationId = ""] = partsOf(url) ?? [];
    return { distributionId, invalidationId };
  },
  operationOf: ({ method, url }, { invalidationId }) => {
    if (partsOf(url) === undefined) return undefined;
    if (method === "POST" && invalidationId === "") return "CreateInvalidation";
    return method === "GET" && invalidationId !== "" ? "GetInvalidation" : undefined;
  },
  describe: ({ method, url }) => `${method} ${url.split("?")[0]}`,
  respond: (id, operation) =>
    xml(
      operation === "CreateInvalidation" ? 201 : 200,
      `<Invalidation><Id>${id}</Id><Status>Completed</Status></Invalidation>`,
    ),
  refuse: ({ code, message, status = code === notEmulated ? 501 : 404 }) =>
    xml(
      status,
      `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${escapeXml(message)}</Message></Error></ErrorResponse>`,
    ),
};

function partsOf(url: string): readonly string[] | undefined {
  const found = /^\/2020-05-31\/distribution\/([^/?]+)\/invalidation(?:\/([^/?]+))?(?:\?|$)/.exec(url);
  return found?.map((part) => part ?? "");
}

function xml(status: number, body: string): ServiceResponse {
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n${body}`;
  return { status, headers: { "content-type": "text/xml" }, body: text };
}

/** Sites have no cache here, so that an invalidation is complete at once. */
export const cloudfront = defineService({
  protocol,
  operations: {
    CreateInvalidation: (invalidations, { distributionId }) => {
      const id = invalidations.create(distributionId);
      if (id !== undefined) return id;
      const words = "The specified distribution does not exist.";
      throw notInApp("cloudfront", "distribution", distributionId, words, { code: "NoSuchDistribution" });
    },
    GetInvalidation: (_, { invalidationId }) => invalidationId,
  },
  access: (operation) => (input, _arn, invalidations) => [
    { action: `cloudfront:${operation}`, resource: invalidations.arnOf(input.distributionId) },
  ],
  denial: { code: "AccessDenied", status: 403 },
  start: (context) => new Invalidations(context),
  isRouteTarget: false,
});
