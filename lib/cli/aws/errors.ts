import { exampleRegion } from "../../facts/aws/regions";
import { type ErrorTexts, type Fail, failWith } from "../../facts/errors/error";
import { didYouMean, listOf, show } from "../../facts/errors/words";

const signIn =
  "Sign in (aws sso login, or aws configure), choose a profile (--profile <name>), or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.";

export interface ProfileFacts {
  readonly profile: string | undefined;
}

const ofProfile = ({ profile }: ProfileFacts): string =>
  profile === undefined ? "" : ` of the profile ${show(profile)}`;
const option = ({ profile }: ProfileFacts): string => (profile === undefined ? "" : ` --profile ${profile}`);

export const awsTexts = {
  "aws-credentials-missing": ({ reason }: { reason: string }) => ({
    problem: `are missing: ${reason}.`,
    remedy: signIn,
  }),
  "aws-profile-unknown": ({
    value,
    profiles,
    files,
  }: {
    value: string;
    profiles: readonly string[];
    files: readonly string[];
  }) => ({
    problem: `is ${show(value)}, which is not in ${files.join(" or ")}.`,
    remedy:
      profiles.length === 0
        ? `These files have no profile. Create it: aws configure --profile ${value}.`
        : `Known profiles: ${listOf(profiles.slice(0, 12).map(show), Math.max(0, profiles.length - 12))}.${didYouMean(value, profiles)}`,
  }),
  "aws-profile-incomplete": (facts: ProfileFacts & { readonly reason: string }) => ({
    problem: `${ofProfile(facts).trim() || "of the environment"} cannot be used: ${facts.reason}.`,
    remedy: `Complete it: aws configure${option(facts)}.`,
  }),
  "aws-mfa-required": (facts: ProfileFacts & { readonly reason: string }) => ({
    problem: `${ofProfile(facts).trim()} need an MFA code, which the command cannot ask for: ${facts.reason}.`,
    remedy:
      "Get temporary credentials first, and set them as AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN: aws sts get-session-token --serial-number <device> --token-code <code>.",
  }),
  "aws-credentials-expired": (facts: ProfileFacts & { readonly reason: string }) => ({
    problem: `${ofProfile(facts).trim() || "of the environment"} have expired: ${facts.reason}.`,
    remedy: `Sign in again: aws sso login${option(facts)}. For temporary keys in the environment, get new ones.`,
  }),
  "aws-credentials-refused": (facts: ProfileFacts & { readonly reason: string }) => ({
    problem: `${ofProfile(facts).trim() || "of the environment"} are not accepted by AWS: ${facts.reason}.`,
    remedy:
      "Check the access key, its secret and the session token. They may be of another partition, deleted, or of a region that the account has not enabled.",
  }),
  "aws-clock-skewed": ({ now, reason }: { now: string; reason: string }) => ({
    problem: `is ${now}, which is more than 5 minutes off for AWS: ${reason}.`,
    remedy: "Set the clock of this machine, for example with: sudo timedatectl set-ntp true.",
  }),
  "aws-throttled": ({ reason }: { reason: string }) => ({
    problem: `limits the rate of such requests: ${reason}.`,
    remedy: "Wait a minute, and repeat the command. Nothing is broken.",
  }),
  "aws-unreachable": ({ reason }: { reason: string }) => ({
    problem: `cannot be reached: ${reason}.`,
    remedy:
      "Check the network, HTTPS_PROXY, and the region (--region). Without an account, develop with: serverform local.",
  }),
  "aws-certificate-unknown": ({ reason }: { reason: string }) => ({
    problem: `presents a certificate that Node.js does not trust: ${reason}.`,
    remedy:
      "If a proxy of your network signs connections, name its certificate: export NODE_EXTRA_CA_CERTS=/path/to/proxy.pem.",
  }),
  "aws-region-missing": (_: object) => ({
    problem: "is missing.",
    remedy: `Name it: --region ${exampleRegion}, or export AWS_REGION=${exampleRegion}.`,
  }),
  "aws-right-missing": ({ action, reason }: { action: string | undefined; reason: string }) => ({
    problem: `${action === undefined ? "lack a permission" : `lack the permission ${action}`}: ${reason}.`,
    remedy: `Let an administrator allow ${action ?? "it"} for your user or role, or choose another profile (--profile <name>).`,
  }),
  "aws-unavailable": ({ reason }: { reason: string }) => ({
    problem: `has an internal error: ${reason}.`,
    remedy: "Repeat the command. If the error persists, see https://health.aws.amazon.com/health/status.",
  }),
  "aws-refused": ({ reason }: { reason: string }) => ({
    problem: `refuses a request: ${reason}.`,
    remedy:
      "Correct the values that AWS names. With --verbose, the command prints the origin of the request.",
  }),
} satisfies ErrorTexts;

export const fail: Fail<typeof awsTexts> = failWith(awsTexts);
