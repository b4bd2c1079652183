/**
 * Escapes `${` and `%{` in a text that Terraform must read literally.
 *
 * References of CDKTF stay: in a string they are written as `${TfToken[...]}` until they are resolved.
 */
export function escapeTemplate(text: string): string {
  return text.replace(/\$\{(?!TfToken\[)|%\{/g, (opening) => `${opening.charAt(0)}${opening}`);
}
