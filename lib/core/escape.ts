/**
 * Text that Terraform has to take literally, with its `${` and `%{` escaped.
 *
 * References of CDKTF in the text stay references: inside a string they read `${TfToken[...]}` until they are resolved.
 */
export function escapeTemplate(text: string): string {
  return text.replace(/\$\{(?!TfToken\[)|%\{/g, (opening) => `${opening.charAt(0)}${opening}`);
}
