const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

let lastSecond = -1;
let lastText = "";

/** A time in the Common Log Format: `12/Mar/2020:19:03:58 +0000`. */
export function commonLogTime(epochMs: number): string {
  const second = Math.floor(epochMs / 1000);
  if (second !== lastSecond) {
    const date = new Date(second * 1000);
    const two = (value: number) => String(value).padStart(2, "0");
    const day = `${two(date.getUTCDate())}/${months[date.getUTCMonth()]}/${date.getUTCFullYear()}`;
    const time = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
    lastText = `${day}:${time} +0000`;
    lastSecond = second;
  }
  return lastText;
}
