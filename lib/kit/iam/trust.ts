import { formatArn } from "../../facts/aws/arns";
import { servicePrincipal } from "../../facts/aws/principals";

/** A trust policy that lets an AWS service assume the role, optionally under a condition. */
export function serviceTrust(service: string, condition?: object): string {
  return trust("sts:AssumeRole", { Service: service }, condition);
}

/**
 * The same for resources of one account: the service names the resource that it works for, such as `pipe/orders`.
 *
 * Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/confused-deputy.html
 */
export function resourceTrust(
  { partition, account }: { readonly partition: string; readonly account: string },
  service: string,
  resource: string,
): string {
  return serviceTrust(servicePrincipal(service), {
    StringEquals: { "aws:SourceAccount": account },
    ArnLike: { "aws:SourceArn": formatArn({ partition, region: "*", account }, service, resource) },
  });
}

/** A trust policy that lets each of several services assume the role. */
export function servicesTrust(services: readonly string[]): string {
  return policy(services.map((each) => statement("sts:AssumeRole", { Service: each })));
}

/** The same as `serviceTrust`, and identities of an account whose own policies allow it may assume the role, too. */
export function serviceAndAccountTrust(service: string, accountArn: string): string {
  return policy([
    statement("sts:AssumeRole", { Service: service }),
    statement("sts:AssumeRole", { AWS: accountArn }),
  ]);
}

/** A trust policy that lets identities of an identity provider assume the role, under a condition. */
export function federatedTrust(provider: string, condition: object): string {
  return trust("sts:AssumeRoleWithWebIdentity", { Federated: provider }, condition);
}

function trust(action: string, principal: object, condition?: object): string {
  return policy([statement(action, principal, condition)]);
}

const statement = (action: string, principal: object, condition?: object): object => ({
  Effect: "Allow",
  Action: action,
  Principal: principal,
  Condition: condition,
});

const policy = (statements: readonly object[]): string =>
  JSON.stringify({ Version: "2012-10-17", Statement: statements });
