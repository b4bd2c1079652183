const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** A text that base64 stands for, or undefined if it stands for other bytes. */
export function textOfBase64(encoded: string): string | undefined {
  const plain = encoded.replace(/=+$/, "").replaceAll("-", "+").replaceAll("_", "/");
  if (plain.length % 4 === 1) return undefined;
  try {
    const binary = atob(plain);
    // The first characters show that most words stand for other bytes.
    if (!isPrintable(binary.slice(0, 12))) return undefined;
    const bytes = new Uint8Array(binary.length);
    for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
    const text = decoder.decode(bytes);
    return isPrintable(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Base64 of a text, in the alphabet and with the padding of an example. */
export function base64Like(example: string, text: string): string {
  const encoded = btoa(
    Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(""),
  );
  const inAlphabet = /[-_]/.test(example) ? encoded.replaceAll("+", "-").replaceAll("/", "_") : encoded;
  const isPadded = example.endsWith("=") || example.length % 4 === 0;
  return isPadded ? inAlphabet : inAlphabet.replace(/=+$/, "");
}

/** Whether a text has no control characters but tabs and line breaks. */
function isPrintable(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if ((code < 32 && code !== 9 && code !== 10 && code !== 13) || code === 127) return false;
  }
  return true;
}
