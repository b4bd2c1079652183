import type { AcmCertificate } from "@cdktf/provider-aws/lib/acm-certificate";
import type { CloudfrontDistribution } from "@cdktf/provider-aws/lib/cloudfront-distribution";
import type { DataAwsS3Bucket } from "@cdktf/provider-aws/lib/data-aws-s3-bucket";
import type { S3Bucket } from "@cdktf/provider-aws/lib/s3-bucket";
import { SsmParameter } from "@cdktf/provider-aws/lib/ssm-parameter";
import { Construct, type IConstruct } from "constructs";
import { formatArn } from "../../facts/aws/arns";
import { parameterName } from "../../facts/bindings";
import { finish, orderResources, Stack } from "../app";
import { type Binding, type BindingDescription, createBinding, fetchFromSsm } from "../app/binding";
import { claimId } from "../app/names/construct-name";
import { constructId } from "../app/names/ids";
import { present } from "../core/checks/absence";
import type { DomainHostedZone } from "../dns";
import { type PermissionTarget, permissionTarget } from "../iam/permissions";
import type { SiteBucket } from "./delivery/bucket";
import type { SiteDomain } from "./delivery/domain";
import { type PlannedSiteRoute, waitUntilServed } from "./delivery/routes";
import { outputEnvironment } from "./dev";
import type { SiteMetadata } from "./library";
import { siteRow } from "./library";
import type { SiteBaseProps } from "./props";

/** The parts of a site, which its class creates. */
export interface SiteParts {
  readonly props: SiteBaseProps;
  readonly bucket: SiteBucket;
  readonly distribution: CloudfrontDistribution;
  readonly domain: SiteDomain | undefined;
  readonly routes: readonly PlannedSiteRoute[];
  /** Variables of its server that `serverform start` prints beside `environment`. @default - none */
  readonly variables?: Readonly<Record<string, string>> | undefined;
}

/** The description of a class of sites. */
interface SiteDescription {
  readonly className: string;
  readonly binding: BindingDescription<"url">;
}

/** The common part of all sites: files in a private bucket, which CloudFront delivers. */
export abstract class SiteBase extends Construct {
  readonly id: string;
  /** The URL on the domain of CloudFront. */
  readonly url: string;
  /** The URL on your own domain. */
  readonly customDomainUrl: string | undefined;
  readonly bucketArn: string;
  readonly bucketName: string;
  readonly distributionId: string;
  /** The domain of CloudFront: `d111111abcdef8.cloudfront.net`. */
  readonly distributionDomain: string;
  readonly cdk: {
    readonly bucket: S3Bucket | DataAwsS3Bucket;
    readonly distribution: CloudfrontDistribution;
    readonly hostedZone: DomainHostedZone | undefined;
    readonly certificate: AcmCertificate | undefined;
  };
  private readonly siteBucket: SiteBucket;
  private readonly props: SiteBaseProps;
  private readonly routes: readonly PlannedSiteRoute[];

  /** @param create - refuses props that cannot work, and then creates the parts */
  protected constructor(
    scope: Construct,
    id: string,
    props: { readonly cdk?: { readonly id?: string | undefined } | undefined },
    create: (site: SiteBase) => SiteParts,
  ) {
    super(scope, constructId(scope, id, props, '{ path: "web" }'));
    this.id = claimId(this);
    const { props: given, bucket, distribution, domain, routes, variables } = create(this);
    this.props = given;
    this.routes = routes;
    outputEnvironment(this, given, variables);
    this.siteBucket = bucket;
    this.bucketArn = bucket.bucket.arn;
    this.bucketName = bucket.bucket.bucket;
    this.distributionId = distribution.id;
    this.distributionDomain = distribution.domainName;
    this.url = `https://${distribution.domainName}`;
    this.customDomainUrl = domain?.url;
    this.cdk = {
      bucket: bucket.bucket,
      distribution,
      hostedZone: domain?.hostedZone,
      certificate: domain?.certificate,
    };
  }

  [permissionTarget](): PermissionTarget {
    return { row: siteRow, arn: this.cdk.distribution.arn };
  }

  /**
   * The binding that `bind` passes to a function: the parameter that holds the URL.
   *
   * The URL itself would be a circular dependency where the site leads to an API with that function.
   */
  protected urlBinding(description: SiteDescription, consumer: IConstruct | undefined): Binding {
    const binding = createBinding(description, this, { url: fetchFromSsm });
    const { app, partition, region, account } = Stack.of(this);
    const name = parameterName(app, binding, "url");
    // Without a consumer, only the names are read.
    if (consumer !== undefined || app.bindingParameters) this.storeUrl(name);
    const Resource = [formatArn({ partition, region, account }, "ssm", `parameter${name}`)];
    return { ...binding, permissions: [{ Action: ["ssm:GetParameters"], Resource }] };
  }

  private storeUrl(name: string): void {
    const id = "Binding_url";
    if (this.node.tryFindChild(id) !== undefined) return;
    new SsmParameter(this, id, { name, type: "String", value: this.customDomainUrl ?? this.url });
  }

  protected metadataOf<Type extends string>(type: Type): SiteMetadata<Type> {
    const { distributionId, customDomainUrl, props } = this;
    const { path, environment = {} } = props;
    return { type, data: { distributionId, customDomainUrl, path, environment: present(environment) } };
  }

  [finish](): void {
    this.siteBucket.finish();
  }

  [orderResources](): void {
    waitUntilServed(this.cdk.distribution, this.routes);
  }
}
