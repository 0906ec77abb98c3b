extension ReportPage {
    /// The part of the script that filters and sorts.
    static let filterScript = #"""
        // The filter: words that must all match, such as `status:4xx method:post -host:cdn "two words"`.
        const KEYS = {
          status: (row, value) => {
            const range = /^(<=|>=|<|>)(\d+)$/.exec(value);
            if (range) {
              const limit = Number(range[2]);
              return {"<": row.s < limit, ">": row.s > limit, "<=": row.s <= limit, ">=": row.s >= limit}[range[1]];
            }
            return new RegExp(`^${value.replace(/[^0-9x]/g, "").replace(/x/g, "\\d")}$`).test(String(row.s).padStart(3, "0"));
          },
          method: (row, value) => row.m.toLowerCase() === value,
          host: (row, value) => parts(row.u).host.toLowerCase().includes(value),
          path: (row, value) => parts(row.u).path.toLowerCase().includes(value),
          type: (row, value) => row.k === value || (row.y ?? "").toLowerCase().includes(value),
          body: (row, value, index) => whole(index).includes(value),
          larger: (row, value) => (row.b ?? -1) > bytes(value),
          smaller: (row, value) => row.b !== undefined && row.b < bytes(value),
          slower: (row, value) => total(row) > duration(value),
          faster: (row, value) => total(row) < duration(value),
          from: (row, value) => row.t + total(row) >= duration(value),
          to: (row, value) => row.t <= duration(value),
          is: (row, value) => ({
            failed: hasFailed(row), cached: !!row.c, miss: !!row.q, retried: row.a > 1 || (row.g ?? []).some(step => /retr|repeat|replay/i.test(step)),
            decided: !!row.g?.length, streamed: row.k === "stream" || row.k === "websocket", changed: row.x === "changed", added: row.x === "added",
            removed: row.x === "removed", same: row.x === "same", different: !!row.x && row.x !== "same",
          })[value] ?? false,
        };

        const bytes = text => parseFloat(text) * ({k: 1e3, m: 1e6, g: 1e9}[/[kmg]/i.exec(text)?.[0].toLowerCase()] ?? 1);
        const duration = text => parseFloat(text) * (/\ds$/i.test(text) ? 1000 : 1);

        // The headers and bodies of an exchange as text to search in.
        const wholes = new Map();
        function whole(index) {
          let text = wholes.get(index);
          if (text === undefined) {
            const found = [];
            const collect = value => {
              if (typeof value === "string") found.push(value);
              else if (value && typeof value === "object") for (const key in value) { if (key !== "base64") collect(value[key]); }
            };
            collect(JSON.parse(lines[index + 1]));
            wholes.set(index, text = found.join("\n").toLowerCase());
          }
          return text;
        }

        const plainTexts = [];
        function plainText(index) {
          const row = rows[index];
          return plainTexts[index] ??= `${row.m} ${row.u} ${stateText(row)} ${row.y ?? ""} ${row.e ?? ""} ${(row.g ?? []).join(" ")}`.toLowerCase();
        }

        // The words of a query as functions of a row and its index.
        function terms(query) {
          const words = query.match(/-?(?:[a-z]+:)?(?:"[^"]*"?|\/(?:\\.|[^/\\])+\/|\S+)/gi) ?? [];
          return words.map(word => {
            const isNot = word.startsWith("-") && word.length > 1;
            const rest = isNot ? word.slice(1) : word;
            const colon = rest.indexOf(":");
            const key = colon > 0 ? rest.slice(0, colon).toLowerCase() : "";
            const value = (KEYS[key] ? rest.slice(colon + 1) : rest).replaceAll('"', "").toLowerCase();
            let test;
            if (KEYS[key]) {
              test = value ? (row, index) => KEYS[key](row, value, index) : () => true;
            } else {
              const pattern = expression(rest);
              test = pattern ? (row, index) => pattern.test(plainText(index)) : (row, index) => plainText(index).includes(value);
            }
            return isNot ? (row, index) => !test(row, index) : test;
          });
        }

        function expression(word) {
          if (!/^\/.+\/$/.test(word)) return null;
          try { return new RegExp(word.slice(1, -1), "i"); } catch { return null; }
        }

        const QUICK = [
          ["All", () => true],
          ["Failed", hasFailed],
          ["Misses", row => !!row.q],
          ["JSON", row => row.k === "json"],
          ["Documents", row => ["html", "css", "js", "xml", "text"].includes(row.k)],
          ["Pictures", row => row.k === "image"],
          ["Streams", row => row.k === "stream" || row.k === "websocket"],
          ["Decisions", row => !!row.g?.length || row.a > 1],
        ];

        const SORTS = {
          start: (a, b) => rows[a].t - rows[b].t || a - b,
          state: (a, b) => rows[a].s - rows[b].s || a - b,
          method: (a, b) => compareText(rows[a].m, rows[b].m) || a - b,
          name: (a, b) => compareText(rows[a].u, rows[b].u) || a - b,
          kind: (a, b) => compareText(rows[a].k, rows[b].k) || a - b,
          size: (a, b) => (rows[a].b ?? -1) - (rows[b].b ?? -1) || a - b,
          took: (a, b) => total(rows[a]) - total(rows[b]) || a - b,
        };
        const compareText = (a, b) => a < b ? -1 : a > b ? 1 : 0;

        // What is shown: the filter, the quick filter, the file and the order.
        const view = {query: "", quick: 0, file: -1, sort: "start", isDescending: false, shown: [], current: -1, from: 0, to: 1};

        const isDifferent = row => !!row.x && row.x !== "same" && (row.f > 0 || row.x === "removed");
        const isOfFile = row => view.file === -2 ? isDifferent(row) : view.file < 0 || row.f === view.file;

        function select() {
          const tests = terms(view.query);
          const quick = QUICK[view.quick][1];
          const shown = [];
          for (let index = 0; index < rows.length; index++) {
            const row = rows[index];
            if (isOfFile(row) && quick(row) && tests.every(test => test(row, index))) shown.push(index);
          }
          if (view.sort !== "start" || view.isDescending || data.files.length > 1) {
            const order = SORTS[view.sort];
            shown.sort(view.isDescending ? (a, b) => order(b, a) : order);
          }
          view.shown = shown;
        }

        """#
}
