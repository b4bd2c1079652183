import { createServer } from "node:http";
import { setImmediate as later } from "node:timers/promises";

const { HOST, PORT, TIME_URL = "", TITLE = "" } = process.env;

/** Names in the cookie of the visitor; a real site would keep them in a table. */
const namesOf = ({ headers }) =>
  decodeURIComponent(/(?:^|; )names=([^;]*)/.exec(headers.cookie ?? "")?.[1] ?? "")
    .split(",")
    .filter(Boolean);

const escaped = (text) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

const icon =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"%3E%3Crect width="16" height="16" rx="4" fill="%230b5cad"/%3E%3Cpath d="M4 5h8M4 8h8M4 11h5" stroke="white" stroke-width="1.6"/%3E%3C/svg%3E';

const head = (title) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="icon" href='${icon}'>
    <link rel="stylesheet" href="/style.css">
  </head>
  <body>
    <header>
      <h1>${title}</h1>
      <nav><a href="/">Book</a> <a href="/about">About</a> <a href="/clock">Clock</a></nav>
    </header>
    <main>
`;

const foot = `    </main>
    <footer>Rendered for each request, and served from one domain.</footer>
  </body>
</html>
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
  response.end(`      <form method="post">
        <label for="name">Your name</label> <input id="name" name="name" autocomplete="name">
        <button>Sign</button>
      </form>
      <ul aria-label="Visitors">${names.join("")}</ul>
      <p class="quiet">Served at <span id="host">${escaped(request.headers.host ?? "")}</span>, time <span id="time"></span></p>
    <script>
      fetch("/api/time").then((answer) => answer.json()).then(({ time }) => { document.getElementById("time").textContent = time; });
    </script>
${foot}`);
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
  response.write(`${head("Clock")}      <p id="asking">The API is asked for the time.</p>\n`);
  const { time } = await (await fetch(TIME_URL)).json();
  response.end(`      <p id="told">${escaped(time)}</p>\n${foot}`);
}

function sendPage(response, status, title) {
  response.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "public, s-maxage=60",
  });
  response.end(`${head(title)}      <p><a href="/">Back to the book</a></p>\n${foot}`);
}

createServer((request, response) => {
  const { pathname } = new URL(request.url ?? "/", "http://site");
  if (pathname === "/")
    return request.method === "POST" ? sign(request, response) : sendBook(request, response);
  if (pathname === "/clock") return sendClock(response);
  if (pathname === "/about") return sendPage(response, 200, "About");
  sendPage(response, 404, "Not found");
}).listen(Number(PORT), HOST);
