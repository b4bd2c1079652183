/** The text of a response. One that does not end is cut after a time, at the end of its last complete event. */
export async function readUntil({ body }: Response, limitMs: number): Promise<string> {
  if (body === null) return "";
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let isCut = false;
  const timer = setTimeout(() => {
    isCut = true;
    void reader.cancel();
  }, limitMs);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
  } finally {
    clearTimeout(timer);
  }
  return isCut ? text.slice(0, text.lastIndexOf("\n\n") + 2) : text + decoder.decode();
}
