/** The path of a member of a prop: `consumers.index`, `consumers["by-date"]`. */
export function memberPath(prop: string, key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `${prop}.${key}` : `${prop}[${JSON.stringify(key)}]`;
}
