/** The bytes of a Base64 text, which may have white space; undefined for other text. */
export function decodeBase64(text: string): Buffer | undefined {
  return /^[A-Za-z0-9+/\s]*(?:={1,2}\s*)?$/.test(text) ? Buffer.from(text, "base64") : undefined;
}
