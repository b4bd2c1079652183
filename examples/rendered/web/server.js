import { createServer } from "node:http";
import { setImmediate as later } from "node:timers/promises";

const { HOST, PORT, TIME_URL = "", TITLE = "" } = process.env;

/** Names in the cookie of the visitor; a real site would keep them in a table. */
const namesOf = ({ headers }) =>
  decodeURIComponent(/(?:^|; )names=([^;]*)/.exec(headers.cookie ?? "")?.[1] ?? "")
    .split(",")
    .filter(Boolean);

const escaped = (text) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

const head = (title) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>${title}</title>
    <link rel="stylesheet" href="/style.css">
  </head>
  <body>
    <h1>${title}</h1>
`;

/** The head leaves before the rest of the page is there. */
async function sendBook(request, response) {
  response.writeHead(200, {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "private, no-store",
  });
  response.write(head(TITLE));
  await later();
  const names = namesOf(request).map((name) => `<li>${escaped(name)}</li>`);
  response.end(`    <ul>${names.join("")}</ul>
    <form method="post"><input name="name" aria-label="Name"><button>Sign</button></form>
    <a href="/about">About</a> <a href="/clock">Clock</a>
    <p>Served at <span id="host">${escaped(request.headers.host ?? "")}</span>, time <span id="time"></span></p>
    <script>
      fetch("/api/time").then((answer) => answer.json()).then(({ time }) => { document.getElementById("time").textContent = time; });
    </script>
  </body>
</html>
`);
}

async function sign(request, response) {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += chunk;
  const names = [...namesOf(request), new URLSearchParams(body).get("name") ?? ""];
  const cookie = `names=${encodeURIComponent(names.join(","))}; Path=/; HttpOnly; SameSite=Lax`;
  response.writeHead(303, { location: "/", "set-cookie": cookie }).end();
}

/** The first part of the page is shown while the API is asked for the second one. */
async function sendClock(response) {
  response.writeHead(200, {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "private, no-store",
  });
  response.write(`${head("Clock")}    <p id="asking">The API is asked for the time.</p>\n`);
  const { time } = await (await fetch(TIME_URL)).json();
  response.end(`    <p id="told">${escaped(time)}</p>\n  </body>\n</html>\n`);
}

function sendPage(response, status, title) {
  response.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "public, s-maxage=60",
  });
  response.end(`${head(title)}    <a href="/">Back</a>\n  </body>\n</html>\n`);
}

createServer((request, response) => {
  const { pathname } = new URL(request.url ?? "/", "http://site");
  if (pathname === "/")
    return request.method === "POST" ? sign(request, response) : sendBook(request, response);
  if (pathname === "/clock") return sendClock(response);
  if (pathname === "/about") return sendPage(response, 200, "About");
  sendPage(response, 404, "Not found");
}).listen(Number(PORT), HOST);
