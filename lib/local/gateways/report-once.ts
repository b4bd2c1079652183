import type { Report } from "../report";

/** Reports each text once, not for every request. */
export function reportOnce(report: Report): (event: "notice" | "warning", text: string) => void {
  const told = new Set<string>();
  return (event, text) => {
    if (told.has(text)) return;
    told.add(text);
    report({ event, text });
  };
}
