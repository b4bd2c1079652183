/** The ARN of a value that is an ARN or an object with an ARN. */
export function toArn(value: string | { readonly arn: string }): string {
  return typeof value === "string" ? value : value.arn;
}
