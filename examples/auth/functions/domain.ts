/** The part of an address behind the `@`, in lower case. */
export function domainOf(email: string | undefined): string {
  return email?.split("@").at(-1)?.toLowerCase() ?? "";
}
