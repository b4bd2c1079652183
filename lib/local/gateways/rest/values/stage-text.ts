import type { StageFacts } from "./request-facts";

/** Text with `${stageVariables.name}` in it, such as the address of an integration or authorizer. */
export interface StageText {
  readonly text: string;
  render(stage: StageFacts | undefined): string;
}

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/aws-api-gateway-stage-variables-reference.html */
const variable = /\$\{stageVariables\.([A-Za-z0-9_]+)\}/;

export function parseStageText(text: string): StageText {
  const parts = text.split(variable);
  if (parts.length === 1) return { text, render: () => text };
  return {
    text,
    render: (stage) =>
      parts.map((part, index) => (index % 2 === 0 ? part : (own(stage?.variables, part) ?? ""))).join(""),
  };
}

function own(map: Readonly<Record<string, string>> | undefined, name: string): string | undefined {
  return map !== undefined && Object.hasOwn(map, name) ? map[name] : undefined;
}
