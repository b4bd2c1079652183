/** The ARN of what is given by its ARN or as an object that has one. */
export function toArn(value: string | { readonly arn: string }): string {
  return typeof value === "string" ? value : value.arn;
}
