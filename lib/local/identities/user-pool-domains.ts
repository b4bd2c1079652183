import { signInHost } from "../../facts/aws/service-hosts";
import { type Model, number, text } from "../../model";

/** The host of a pool's sign-in pages in AWS. */
export interface UserPoolDomain {
  readonly poolId: string;
  /** `notes.auth.eu-west-1.amazoncognito.com`, or a custom host. */
  readonly host: string;
  /** Whether the pages are those of managed login, not the classic ones. */
  readonly isManagedLogin: boolean;
}

/** Source: https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-assign-domain.html */
export function userPoolDomains(model: Model): readonly UserPoolDomain[] {
  return model.ofType("aws_cognito_user_pool_domain").flatMap(({ values, region }) => {
    const [poolId, domain] = [text(values, "user_pool_id"), text(values, "domain")];
    if (poolId === undefined || domain === undefined) return [];
    return [
      {
        poolId,
        host: domain.includes(".") ? domain : signInHost(domain, region),
        isManagedLogin: number(values, "managed_login_version") === 2,
      },
    ];
  });
}
