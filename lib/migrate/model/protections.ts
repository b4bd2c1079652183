/**
 * Names of properties and of resource types that say who may call, read or write something, from where, or how often. An
 * application without such a part is more open than before, so that its stack must not be deployed unread.
 */
const protecting =
  /allow|apikey|auth|block|boundary|burst|cidr|claims|condition|den(y|ied)|encrypt|endpoint|firewall|ip(address|range|set)|password|permission|(?<!retry|lifecycle|scaling|cache)polic(y|ies)|principal|private|public|quota|ratelimit|restrict|role|scope|secret|secur|sign(ed|er|ing)|source(account|arn|vpc)|throttl|validat/i;

/** Short names, which other words contain: `AccessLogSettings`. */
const protectingAcronyms =
  /(?<![A-Za-z])(acl|iam|kms|mfa|sse|ssl|tls|vpc|waf)|Acl|ACL|Iam|IAM|Kms|KMS|Mfa|MFA|Sse|SSE|Ssl|SSL|Tls|TLS|Vpc|VPC|Waf|WAF/;

/** Whether a part of the source protects something, by the names in it. */
export const isProtection = (names: readonly string[]): boolean =>
  names.some((name) => protecting.test(name) || protectingAcronyms.test(name));
