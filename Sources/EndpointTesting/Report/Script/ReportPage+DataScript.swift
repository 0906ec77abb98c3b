extension ReportPage {
    /// The part of the script that reads the data and makes elements.
    static let dataScript = #"""
        // The data of the page, and helpers to show them. Text of a file is only ever set as text: nothing here parses
        // markup.
        const byID = id => document.getElementById(id);
        const data = JSON.parse(byID("report-data").textContent);
        const rows = data.rows;
        const lines = byID("report-details").textContent.split("\n");
        const opened = new Map();

        // What is shown of one exchange besides its row.
        function details(index) {
          let value = opened.get(index);
          if (!value) opened.set(index, value = JSON.parse(lines[index + 1]));
          return value;
        }

        const SAFE = new Set(["class", "id", "role", "type", "tabindex", "title", "for", "datetime", "open", "hidden", "scope", "alt"]);

        // An element with attributes and children. A text child becomes a text node, so markup in it stays text.
        function h(name, attributes, ...children) {
          const element = document.createElement(name);
          for (const [key, value] of Object.entries(attributes ?? {})) {
            if (value === undefined || value === null || value === false) continue;
            if (key === "on") for (const [event, run] of Object.entries(value)) element.addEventListener(event, run);
            else if (key === "style") for (const [property, text] of Object.entries(value)) element.style.setProperty(property, text);
            else if (SAFE.has(key) || key.startsWith("aria-") || key.startsWith("data-")) element.setAttribute(key, value === true ? "" : value);
          }
          for (const child of children.flat(9)) {
            if (child !== null && child !== undefined && child !== false) element.append(child instanceof Node ? child : String(child));
          }
          return element;
        }

        const ICONS = {
          close: "M6 6l12 12M18 6L6 18", previous: "M6 15l6-6 6 6", next: "M6 9l6 6 6-6",
          light: "M12 8a4 4 0 100 8 4 4 0 000-8M12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4",
          dark: "M20 14.5A8.5 8.5 0 019.5 4 8.5 8.5 0 1020 14.5z",
        };
        function icon(name) {
          const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
          svg.setAttribute("viewBox", "0 0 24 24");
          svg.setAttribute("class", "stroke");
          svg.setAttribute("aria-hidden", "true");
          const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
          path.setAttribute("d", ICONS[name]);
          svg.append(path);
          return svg;
        }

        const number = value => value.toLocaleString("en-US");
        const plural = (count, word) => `${number(count)} ${word}${count === 1 ? "" : word.endsWith("h") ? "es" : "s"}`;

        function time(milliseconds) {
          if (milliseconds === null || milliseconds === undefined || milliseconds < 0) return "–";
          if (milliseconds === 0) return "0 ms";
          if (milliseconds < 1) return `${Math.max(1, Math.round(milliseconds * 1000))} µs`;
          if (milliseconds < 10) return `${Number(milliseconds.toFixed(1))} ms`;
          if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
          if (milliseconds < 60000) return `${(milliseconds / 1000).toFixed(milliseconds < 10000 ? 2 : 1)} s`;
          if (milliseconds < 3600000) return `${Math.floor(milliseconds / 60000)} min ${Math.round(milliseconds % 60000 / 1000)} s`;
          return `${Math.floor(milliseconds / 3600000)} h ${Math.round(milliseconds % 3600000 / 60000)} min`;
        }

        function size(bytes) {
          if (bytes === null || bytes === undefined || bytes < 0) return "–";
          if (bytes < 1000) return `${bytes} B`;
          if (bytes < 1e6) return `${(bytes / 1000).toFixed(bytes < 1e4 ? 1 : 0)} kB`;
          return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
        }

        // A URL in which the texts that replace secrets are not percent-encoded.
        const readable = url => url.replace(/%7B%7Bsecret(?:%3A([^%{}]{1,50})%23(\d+))?%7D%7D/gi, (_, label, number) => label ? `{{secret:${label}#${number}}}` : "{{secret}}");

        // The parts of a URL, also of a relative one and of one that no browser would accept.
        const parsed = new Map();
        function parts(url) {
          let value = parsed.get(url);
          if (!value) {
            const match = /^(?:([a-z][a-z0-9+.-]*):(?:\/\/([^/?#]*))?)?([^?#]*)(\?[^#]*)?/i.exec(url);
            const path = match[3] || (match[2] ? "/" : "");
            const cut = path.replace(/\/$/, "").lastIndexOf("/") + 1;
            value = {
              scheme: (match[1] ?? "").toLowerCase(), host: (match[2] ?? "").replace(/^.*@/, ""), path, query: match[4] ?? "",
              lead: readable(path.slice(0, cut)), last: readable(path.slice(cut) + (match[4] ?? "")),
            };
            parsed.set(url, value);
          }
          return value;
        }

        const STATE = row => row.s >= 500 || row.s === 0 ? "failed" : row.s >= 400 ? "refused" : row.s >= 300 ? "moved"
          : row.s >= 100 ? "good" : "plain";
        const stateText = row => row.s > 0 ? String(row.s) : row.q ? "miss" : row.e ? "failed" : "none";
        const hasFailed = row => row.s === 0 || row.s >= 400;
        const total = row => Math.max(0, row.d ?? 0);

        const PHASES = ["blocked", "dns", "connect", "tls", "send", "wait", "receive"];
        const PHASE_NAMES = {
          blocked: "Waiting to start", dns: "DNS lookup", connect: "Connecting", tls: "TLS handshake", send: "Sending", wait: "Waiting for reply",
          receive: "Receiving",
        };

        // The texts that replace secrets in the file, marked.
        function marked(text) {
          const pieces = String(text).split(/(\{\{secret[^{}]{0,60}\}\}|%7B%7Bsecret%3A[^{}]{0,60}?%7D%7D)/i);
          return pieces.map((piece, index) => index % 2 ? h("span", {class: "secret", title: "A secret was here"}, piece) : piece);
        }

        let toastTimer = 0;
        function say(text) {
          const toast = byID("toast");
          toast.textContent = text;
          toast.classList.add("visible");
          clearTimeout(toastTimer);
          toastTimer = setTimeout(() => toast.classList.remove("visible"), 1800);
        }

        async function copy(text, what) {
          try {
            await navigator.clipboard.writeText(text);
            say(`${what} copied`);
          } catch {
            const area = h("textarea", {class: "visually-hidden", "aria-hidden": "true"});
            area.value = text;
            const focused = document.activeElement;
            document.body.append(area);
            area.select();
            const isDone = document.execCommand("copy");
            area.remove();
            focused?.focus();
            say(isDone ? `${what} copied` : "The browser does not allow copying. Select the text instead.");
          }
        }

        const button = (label, run, attributes) => h("button", {type: "button", class: "small-button", on: {click: run}, ...attributes}, label);
        const copyButton = (text, what) => button("Copy", () => copy(typeof text === "function" ? text() : text, what), {"aria-label": `Copy ${what.toLowerCase()}`});

        """#
}
