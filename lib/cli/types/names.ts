/** A name as the key of a type: quoted if it must be. */
export const keyText = (name: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);

/** A name as a part of the name of a type: `ShopApi` of `Shop/api`. */
export function namePart(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const text = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return /^\d/.test(text) ? `_${text}` : text;
}

/** A type with members, one on each line: formatters leave it so. */
export const objectText = (members: readonly string[]): string =>
  `{\n${members.map((member) => `  ${member.replaceAll("\n", "\n  ")};`).join("\n")}\n}`;
