extension ReportPage {
    /// The part of the script that writes an exchange as a curl command, a stub and a test.
    static let codeScript = #"""
        // An exchange as source code: a curl command for a shell, a stub and a test in Swift.
        const WIRE_FIELDS = /^(host|content-length|connection|keep-alive|transfer-encoding|:.*)$/i;

        const word = text => /^[A-Za-z0-9_\-.,:/@%+=]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
        const hasPlaceholder = text => /\{\{secret|%7B%7Bsecret/i.test(text);

        function curlCommand(index) {
          const row = rows[index];
          const request = details(index).request;
          const fields = request.headers.filter(([name]) => !WIRE_FIELDS.test(name) && !/^accept-encoding$/i.test(name));
          const compressed = request.headers.some(([name]) => /^accept-encoding$/i.test(name));
          const body = request.body;
          const words = [];
          let lead = "curl";
          if (row.m === "HEAD") words.push("--head");
          else if (row.m !== "GET" || body) words.push(`-X ${word(row.m)}`);
          for (const [name, value] of fields) words.push(`-H ${word(value === "" ? `${name};` : `${name}: ${value}`)}`);
          if (body && !fields.some(([name]) => /^content-type$/i.test(name))) words.push(`-H ${word(body.type ? `Content-Type: ${body.type}` : "Content-Type:")}`);
          if (body?.text !== undefined && !body.text.includes("\0") && body.text.length < 100000) words.push(`--data-raw ${word(body.text)}`);
          else if (body?.base64 !== undefined || body?.text !== undefined) {
            const base64 = body.base64 ?? btoa(Array.from(new TextEncoder().encode(body.text), byte => String.fromCharCode(byte)).join(""));
            lead = `printf %s ${word(base64)} | base64 -d | curl`;
            words.push("--data-binary @-");
          }
          if (compressed) words.push("--compressed");
          if (/[[\]{}]/.test(row.u)) words.push("--globoff");
          const url = parts(row.u).scheme ? word(row.u) : `"$BASE_URL"${word(`/${row.u.replace(/^\//, "")}`)}`;
          return [`${lead} ${url}`, ...words].join(" \\\n  ");
        }

        // A literal of Swift on one line, raw if that avoids escapes.
        function literal(text) {
          if (/[\p{Cc}\p{Cf}\u2028\u2029]/u.test(text)) {
            const escaped = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029"\\]/gu, character => ({
              "\n": "\\n", "\r": "\\r", "\t": "\\t", '"': '\\"', "\\": "\\\\",
            })[character] ?? `\\u{${character.codePointAt(0).toString(16)}}`);
            return `"${escaped}"`;
          }
          if (!/["\\]/.test(text)) return `"${text}"`;
          const hashes = "#".repeat(Math.max(0, ...[...text.matchAll(/#+/g)].map(match => match[0].length)) + 1);
          return `${hashes}"${text}"${hashes}`;
        }

        // A literal on several lines, as formatted JSON reads best; nil if the text is short or has a character that
        // needs an escape.
        function blockLiteral(text, indent) {
          const node = text.length > 80 ? readJSON(text) : null;
          if (!node || node.kind === "token" || node.kind === "string" || /[\u2028\u2029\0]/.test(text)) return null;
          const shown = pretty(node);
          const hashes = "#".repeat(Math.max(0, ...[...shown.matchAll(/#+/g)].map(match => match[0].length)) + 1);
          return `${hashes}"""\n${shown.split("\n").map(line => indent + line).join("\n")}\n${indent}"""${hashes}`;
        }

        const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY", "CONNECT"]);
        const methodSource = method => METHODS.has(method) ? `.${method.toLowerCase()}` : `HTTPMethod(rawValue: ${literal(method)})`;
        const UNSHOWN = /^(connection|content-encoding|content-length|date|keep-alive|server|set-cookie|transfer-encoding|via|:.*)$/i;

        // The path of a stub: that of the URL with its query, without the origin.
        function stubPath(url) {
          const found = parts(url);
          return (found.path.replace(/^\//, "") || ".") + found.query;
        }

        function reply(index, indent) {
          const row = rows[index];
          const response = details(index).response;
          if (row.s === 0) return `.fail(.error(number: ${row.code ?? -1005}))`;
          const body = response.body;
          const isJSON = body?.text !== undefined && /^[^;]*\bjson\b/i.test(body.type ?? "");
          const fields = (response.headers ?? []).filter(([name, value]) => !UNSHOWN.test(name) && !(isJSON && /^content-type$/i.test(name) && value === "application/json"));
          const words = [String(row.s)];
          if (fields.length) words.push(`headers: [${fields.map(([name, value]) => `${literal(name)}: ${literal(value)}`).join(", ")}]`);
          const block = isJSON ? blockLiteral(body.text, `${indent}        `) : null;
          if (block) return `.status(\n${indent}    ${words.join(", ")},\n${indent}    json: ${block})`;
          if (body?.text) words.push(isJSON ? `json: ${literal(body.text)}` : `body: Data(${literal(body.text)}.utf8)`);
          else if (body?.base64) words.push(`body: Data(base64Encoded: ${literal(body.base64)})!`);
          const line = `.status(${words.join(", ")})`;
          return line.length < 100 || words.length < 2 ? line : `.status(\n${indent}    ${words.join(`,\n${indent}    `)})`;
        }

        const stub = (index, indent = "") =>
          `On(${methodSource(rows[index].m)}, ${literal(stubPath(rows[index].u))})\n${indent}    ${reply(index, `${indent}    `)}`;

        // Between backticks, a name must not contain a backtick, a backslash or a line break.
        function testName(index) {
          const row = rows[index];
          const text = `${row.m} ${stubPath(row.u).slice(0, 80)} ${row.s ? `answers ${row.s}` : "fails"}`;
          return text.replace(/[`\\\r\n\u2028\u2029\p{Cc}]/gu, "_");
        }

        // The lines of a call that makes the request: `try .get("books/1")`.
        function requestSource(index) {
          const row = rows[index];
          const {headers, body} = details(index).request;
          const fields = headers.filter(([name]) => !WIRE_FIELDS.test(name) && !/^(accept-encoding|cookie|user-agent|sec-.*|referer|origin)$/i.test(name));
          const isKnown = METHODS.has(row.m) && !/^(OPTIONS|TRACE|QUERY|CONNECT)$/.test(row.m);
          const call = isKnown ? `.${row.m.toLowerCase()}(` : "URLRequest(";
          const words = [isKnown ? literal(stubPath(row.u)) : `${methodSource(row.m)}, ${literal(stubPath(row.u))}`];
          if (fields.length) words.push(`headers: [\n${fields.map(([name, value]) => `        ${literal(name)}: ${literal(value)},`).join("\n")}\n    ]`);
          const source = fields.length ? `try ${call}\n    ${words.join(",\n    ")})` : `try ${call}${words.join(", ")})`;
          if (body?.text === undefined && body?.base64 === undefined) return source.split("\n");
          const bytes = body.text !== undefined ? `Data(${literal(body.text)}.utf8)` : `Data(base64Encoded: ${literal(body.base64)})!`;
          return [...`var request: URLRequest = ${source}`.split("\n"), `request.httpBody = ${bytes}`, "return request"];
        }

        function test(index) {
          const row = rows[index];
          const isGood = row.s >= 200 && row.s < 300;
          return [
            `@Test func \`${testName(index)}\`() async throws {`,
            "    struct Call: VoidEndpoint {  // Replace it with an endpoint of your module.",
            "        func makeRequest() throws -> URLRequest {",
            ...requestSource(index).map(line => `            ${line}`),
            "        }",
            "    }",
            "    let client = MockClient {",
            `        ${stub(index, "        ")}`,
            "    }",
            ...(isGood ? ["    try await client.request(Call())"] : [
              `    let error = try await #require(throws: ${row.s ? "HTTPError" : "URLError"}.self) { try await client.request(Call()) }`,
              row.s ? `    #expect(error.status == ${row.s})` : `    #expect(error.code.rawValue == ${row.code ?? -1005})`,
            ]),
            "    try client.verify()",
            "}",
          ].join("\n");
        }

        const CODES = [
          ["cURL", "curl command", curlCommand], ["Stub", "Stub", index => stub(index)], ["Test", "Test", test],
        ];

        function codeView(index) {
          return CODES.map(([title, what, make]) => {
            const text = make(index);
            return h("section", {"aria-label": title},
              h("h3", null, title === "cURL" ? "curl, for a shell" : title === "Stub" ? "A stub of MockClient" : "A test with Swift Testing",
                h("span", {class: "grow"}), copyButton(text, what)),
              hasPlaceholder(text) ? h("p", {class: "muted"}, "A marked text stands for a secret. Put your own in its place.") : null,
              h("pre", {tabindex: "0", class: "short"}, marked(text)));
          });
        }

        """#
}
