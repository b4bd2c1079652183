/** A browser without scripts: it follows redirects of the pages, keeps cookies, and sends forms. */
export class Browser {
  private readonly cookies = new Map<string, string>();
  html = "";
  url = "";
  status = 0;

  /** Opens an address; a redirect that leaves the pages is where it ends. */
  async open(url: string, init: RequestInit = {}): Promise<this> {
    const headers = {
      cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      ...init.headers,
    };
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = "", ...attributes] = cookie.split("; ");
      const [name = "", value = ""] = pair.split("=");
      if (attributes.includes("Max-Age=0")) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const location = response.headers.get("location");
    this.status = response.status;
    if (location === null) {
      this.url = url;
      this.html = await response.text();
      return this;
    }
    const next = new URL(location, url);
    this.url = next.href;
    this.html = "";
    return next.origin === new URL(url).origin ? this.open(next.href) : this;
  }

  /** Fills in the form of the page and sends it. */
  submit(fields: Readonly<Record<string, string>>): Promise<this> {
    const hidden = [...this.html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
    const body = new URLSearchParams(
      Object.fromEntries([
        ...hidden.map(([, name = "", value = ""]) => [name, decoded(value)]),
        ...Object.entries(fields),
      ]),
    );
    const action = decoded(/<form method="post" action="([^"]*)"/.exec(this.html)?.[1] ?? "");
    return this.open(new URL(action, this.url).href, { method: "POST", body });
  }

  /** Follows a link of the page by its text. */
  follow(text: string): Promise<this> {
    const href = new RegExp(`<a href="([^"]*)">${text}</a>`).exec(this.html)?.[1] ?? "";
    return this.open(new URL(decoded(href), this.url).href);
  }

  get heading(): string | undefined {
    return /<h1>(.*)<\/h1>/.exec(this.html)?.[1];
  }

  get problem(): string | undefined {
    return /role="alert">(.*?)<\/p>/.exec(this.html)?.[1];
  }
}

/** The text of an attribute. */
const decoded = (text: string): string =>
  text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))).replaceAll("&amp;", "&");
