/** The service's word for a literal of the library. A reference stays as it is: its value is the service's own word. */
export function awsLiteral(words: Readonly<Record<string, string>>, value: string): string {
  return words[value] ?? value;
}
