/**
 * Whether the text between `${` and `}` is a variable of an IAM policy: `aws:username`, `cognito-identity.amazonaws.com:sub`,
 * `aws:PrincipalTag/team, 'none'`, `*`, `?`, `$`. No Terraform expression has a colon directly after a name, except provider functions,
 * which have `(`.
 *
 * Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_variables.html
 */
export const isPolicyVariable = (text: string): boolean => variable.test(text);

const variable = /^(?:[*?$]|[A-Za-z][\w.-]*:[^{}()[\]"',]+(?:, *'[^']*')?)$/;

/** A policy as JSON text in which Terraform takes the IAM variables literally: `${aws:username}` is `$${aws:username}`. */
export const withLiteralVariables = (policy: string): string =>
  policy.replace(/\$?\$\{([^{}]*)\}/g, (found, inner: string) =>
    !found.startsWith("$$") && isPolicyVariable(inner) ? `$${found}` : found,
  );
