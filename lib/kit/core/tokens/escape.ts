/**
 * Escapes `${` and `%{` in a text that Terraform must take literally.
 *
 * References of CDKTF stay references: in a string they are written as `${TfToken[...]}` until they are resolved.
 */
export function escapeTemplate(text: string): string {
  return text.replace(/\$\{(?!TfToken\[)|%\{/g, (opening) => `${opening.charAt(0)}${opening}`);
}
