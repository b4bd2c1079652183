/** Variables of input templates that EventBridge defines. Source: recorded answers (test/local/recorded/events/input-templates.json) */
const predefinedVariables = [
  "aws.events.rule-arn",
  "aws.events.rule-name",
  "aws.events.event.ingestion-time",
  "aws.events.event",
  "aws.events.event.json",
] as const;

const placeholder = /<([A-Za-z0-9_.-]+)>/g;

/** The placeholders of a template that no input path and no predefined variable fills. AWS refuses such a target. */
export function unknownPlaceholders(template: string, names: readonly string[]): readonly string[] {
  const known = new Set<string>([...names, ...predefinedVariables]);
  return [...template.matchAll(placeholder)].flatMap(([, name = ""]) => (known.has(name) ? [] : [name]));
}

/**
 * Fills the placeholders of an input template as EventBridge does.
 *
 * In a template that is a text, values stand as text, and objects and lists as JSON without quotes. In a template that is JSON, a
 * placeholder outside of quotes becomes JSON. Within quotes, objects and lists make text that is not JSON, and AWS drops the event.
 * A value that is missing is an empty text.
 *
 * @param valueOf - the value of a placeholder
 */
export function fillInputTemplate(template: string, valueOf: (name: string) => unknown): string {
  const isText = /^\s*"/.test(template);
  let isQuoted = false;
  return template.replace(/\\.|"|<([A-Za-z0-9_.-]+)>/gs, (found, name: string | undefined) => {
    if (found === '"') isQuoted = !isQuoted;
    if (name === undefined) return found;
    const value = valueOf(name) ?? (isQuoted ? "" : undefined);
    if (!isQuoted) return JSON.stringify(value ?? "");
    if (typeof value === "string") return JSON.stringify(value).slice(1, -1);
    const json = JSON.stringify(value);
    return isText ? json.replaceAll('"', "") : json;
  });
}
