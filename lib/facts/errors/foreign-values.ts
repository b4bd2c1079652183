/**
 * The words of people and other tools for a choice, in lower case, with the literals for it here.
 *
 * A message suggests the first of them that the prop takes.
 */
export const foreignValues = {
  "*": ["ANY"],
  aarch64: ["arm_64"],
  all: ["ANY", "all"],
  amd64: ["x86_64"],
  aws_iam: ["iam"],
  cognito: ["user_pool", "user_pools"],
  cognito_user_pools: ["user_pools", "user_pool"],
  custom: ["fn", "fn_request"],
  delete: ["destroy", "DELETE"],
  disabled: ["off", "none"],
  enabled: ["active", "required", "on"],
  false: ["off", "disabled", "none"],
  http: ["url"],
  http_proxy: ["url"],
  keep: ["retain"],
  lambda: ["fn", "fn_token", "function"],
  on: ["required", "active"],
  proxy: ["url"],
  request: ["fn_request", "fn"],
  token: ["fn_token", "fn"],
  true: ["active", "required", "on"],
  x64: ["x86_64"],
} as const satisfies Readonly<Record<string, readonly string[]>>;
