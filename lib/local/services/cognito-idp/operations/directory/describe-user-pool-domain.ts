import { text } from "../../../../../model/resources/values";
import { operation } from "../contract";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_DescribeUserPoolDomain.html */
export const describeUserPoolDomain = operation({ Domain: "text!" }, (pools, { Domain }) => {
  const found = pools.model.find("aws_cognito_user_pool_domain", "domain", Domain);
  if (found === undefined) return { DomainDescription: {} };
  const { values } = found;
  return {
    DomainDescription: {
      UserPoolId: text(values, "user_pool_id"),
      AWSAccountId: pools.model.account,
      Domain,
      CloudFrontDistribution: text(values, "cloudfront_distribution"),
      Status: "ACTIVE",
      ...(text(values, "certificate_arn") !== undefined && {
        CustomDomainConfig: { CertificateArn: text(values, "certificate_arn") },
      }),
    },
  };
});
