import type { Report } from "../report";

/** Reports a text once, however many requests run into it. */
export function reportOnce(report: Report): (event: "notice" | "warning", text: string) => void {
  const told = new Set<string>();
  return (event, text) => {
    if (told.has(text)) return;
    told.add(text);
    report({ event, text });
  };
}
