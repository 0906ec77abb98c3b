extension ReportPage {
    /// The part of the script around the list: figures, filters, overview, theme and keys.
    static let pageScript = #"""
        // The page around the list: title, figures, filters, overview, theme, keys.
        function showTop() {
          document.title = data.title;
          byID("title").textContent = data.title;
          const date = data.started && new Date(data.started).toLocaleString("en-GB", {dateStyle: "long", timeStyle: "medium", timeZone: "UTC"});
          byID("subtitle").textContent = [date && `${date} UTC`, data.creators.length && `written by ${data.creators.join(", ")}`].filter(Boolean).join(" · ");
          const failed = rows.filter(hasFailed).length;
          const received = rows.reduce((sum, row) => sum + Math.max(0, row.w ?? row.b ?? 0), 0);
          const figures = [["Requests", number(rows.length)], ["Failed", number(failed), failed ? "bad" : ""], ["Received", size(received)], ["Duration", time(span())]];
          byID("stats").replaceChildren(...figures.map(([name, value, kind]) => h("div", {class: kind}, h("dt", null, name), h("dd", null, value))));
          const notes = data.files.flatMap(file => file.notes.map(note => data.files.length > 1 ? `${file.name}: ${note}` : note));
          if (notes.length) {
            byID("banner").replaceChildren(h("details", {open: notes.length <= 2}, h("summary", null, plural(notes.length, "note"), " on reading the file"),
              h("ul", {tabindex: "0", "aria-label": "Notes"}, notes.slice(0, 500).map(note => h("li", null, note)), notes.length > 500 ? h("li", null, `… and ${notes.length - 500} more`) : null)));
            byID("banner").hidden = false;
          }
        }

        function chip(label, count, isPressed, run) {
          return h("button", {type: "button", class: "chip", "aria-pressed": String(isPressed), on: {click: run}}, label, count === null ? null : h("span", {class: "count"}, number(count)));
        }

        function showChips() {
          byID("chips").replaceChildren(...QUICK.map(([label, test], index) => {
            const count = rows.reduce((sum, row) => sum + (isOfFile(row) && test(row) ? 1 : 0), 0);
            return index && !count && index !== view.quick ? null : chip(label, index ? count : null, view.quick === index, () => { view.quick = index; showChips(); refresh(); });
          }).filter(Boolean));
          if (data.files.length < 2) return;
          const choose = file => () => { view.file = file; view.from = 0; view.to = span(); showChips(); drawOverview(); refresh(); };
          byID("files").hidden = false;
          byID("files").replaceChildren(
            chip("All files", null, view.file === -1, choose(-1)),
            ...data.files.map((file, index) => chip(file.name, file.count, view.file === index, choose(index))),
            ...(data.compared ? [chip("Differences", rows.filter(isDifferent).length, view.file === -2, choose(-2))] : []));
        }

        // The overview: all requests as lines over time.
        function drawOverview() {
          const canvas = byID("overview-canvas");
          const [width, height] = [canvas.clientWidth, canvas.clientHeight];
          const ratio = devicePixelRatio || 1;
          canvas.width = width * ratio;
          canvas.height = height * ratio;
          const context = canvas.getContext("2d");
          context.scale(ratio, ratio);
          const style = getComputedStyle(document.documentElement);
          const color = name => style.getPropertyValue(name);
          const end = span();
          const inset = 12;
          const x = at => inset + at / end * (width - 2 * inset);
          context.font = "10.5px system-ui, sans-serif";
          for (const at of ticks(0, end, Math.max(2, width / 110))) {
            context.fillStyle = color("--line");
            context.fillRect(x(at), 0, 1, height);
            context.fillStyle = color("--muted");
            if (x(at) < width - 60) context.fillText(time(at), x(at) + 4, 11);
          }
          const lanes = [];
          const gap = height > 45 ? 4 : 3;
          const limit = Math.max(1, Math.floor((height - 18) / gap));
          const colors = {good: color("--wait"), moved: color("--receive"), refused: color("--connect"), failed: color("--failed"), plain: color("--blocked")};
          for (let index = 0; index < rows.length; index++) {
            const row = rows[index];
            if (!isOfFile(row)) continue;
            const left = x(row.t), right = Math.max(left + 2, x(row.t + total(row)));
            let lane = lanes.findIndex(free => free <= left);
            if (lane < 0) lane = lanes.length < limit ? lanes.length : index % limit;
            lanes[lane] = right + 1;
            context.fillStyle = colors[STATE(row)];
            context.fillRect(left, 17 + lane * gap, right - left, gap - 1);
          }
          if (view.from > 0 || view.to < end) {
            context.fillStyle = color("--ground");
            context.globalAlpha = 0.75;
            context.fillRect(0, 0, x(view.from), height);
            context.fillRect(x(view.to), 0, width - x(view.to), height);
            context.globalAlpha = 1;
            context.fillStyle = color("--accent");
            context.fillRect(x(view.from) - 1, 0, 2, height);
            context.fillRect(x(view.to) - 1, 0, 2, height);
          }
          byID("zoom-reset").hidden = view.from <= 0 && view.to >= end;
        }

        // Shows a part of the time, which is also part of the filter.
        function zoom(from, to) {
          const end = span();
          [view.from, view.to] = to - from < end / 1e5 ? [0, end] : [Math.max(0, from), Math.min(end, to)];
          const rest = byID("filter").value.replace(/\b(from|to):\S+\s*/g, "").trim();
          const isWhole = view.from <= 0 && view.to >= end;
          setQuery(isWhole ? rest : `from:${Math.round(view.from)}ms to:${Math.round(view.to)}ms ${rest}`.trim());
        }

        function setQuery(text) {
          if (byID("filter").value !== text) byID("filter").value = text;
          view.query = text;
          const end = span();
          const limit = key => { const match = new RegExp(`(?:^|\\s)${key}:(\\S+)`).exec(text); return match ? duration(match[1]) : NaN; };
          view.from = Math.max(0, Math.min(end, limit("from") || 0));
          view.to = limit("to") > view.from ? Math.min(end, limit("to")) : end;
          drawOverview();
          refresh();
          grid.scrollTop = 0;
        }

        function watchOverview() {
          const canvas = byID("overview-canvas");
          let start = null;
          const at = event => (event.offsetX - 12) / (canvas.clientWidth - 24) * span();
          canvas.addEventListener("pointerdown", event => { start = at(event); canvas.setPointerCapture(event.pointerId); });
          canvas.addEventListener("pointermove", event => {
            if (start === null) return;
            [view.from, view.to] = [Math.max(0, Math.min(start, at(event))), Math.min(span(), Math.max(start, at(event)))];
            drawOverview();
          });
          canvas.addEventListener("pointerup", event => {
            if (start === null) return;
            const [from, to] = [Math.min(start, at(event)), Math.max(start, at(event))];
            start = null;
            zoom(from, to);
          });
          byID("zoom-reset").addEventListener("click", () => { zoom(0, span()); byID("filter").focus(); });
        }

        function setTheme(theme) {
          document.documentElement.dataset.theme = theme;
          const name = theme === "dark" ? "light" : "dark";
          byID("theme-button").replaceChildren(icon(name));
          byID("theme-button").setAttribute("aria-label", `Use ${name} colours`);
          drawOverview();
        }

        function watchDivider() {
          const divider = byID("divider");
          const widen = width => {
            const all = byID("split").clientWidth;
            const share = Math.round(Math.max(20, Math.min(80, width / all * 100)));
            document.documentElement.style.setProperty("--detail", `${share}%`);
            divider.setAttribute("aria-valuenow", String(share));
            showTicks();
          };
          divider.setAttribute("aria-valuemin", "20");
          divider.setAttribute("aria-valuemax", "80");
          divider.setAttribute("aria-valuenow", "46");
          divider.addEventListener("pointerdown", event => divider.setPointerCapture(event.pointerId));
          divider.addEventListener("pointermove", event => { if (divider.hasPointerCapture(event.pointerId)) widen(byID("split").getBoundingClientRect().right - event.clientX); });
          divider.addEventListener("keydown", event => {
            const by = {ArrowLeft: 24, ArrowRight: -24}[event.key];
            if (by) widen(byID("detail").clientWidth + by);
          });
        }

        // The keys of a single character can be switched off (WCAG 2.1.4), because speech input presses them by
        // mistake. The browser remembers it, if it lets the page store anything.
        const KEY_SETTING = "endpoint-report-keys";
        let hasCharacterKeys = true;
        try { hasCharacterKeys = localStorage.getItem(KEY_SETTING) !== "off"; } catch { /* It cannot be remembered. */ }

        function setCharacterKeys(isOn) {
          hasCharacterKeys = isOn;
          try { localStorage.setItem(KEY_SETTING, isOn ? "on" : "off"); } catch { /* It cannot be remembered. */ }
        }

        function keySwitch() {
          const box = h("input", {type: "checkbox", id: "character-keys", on: {change: event => setCharacterKeys(event.target.checked)}});
          box.checked = hasCharacterKeys;
          return h("label", {class: "switch"}, box, "Use the keys / c d ?");
        }

        const HELP = [
          ["Keys", [["↑ ↓", "the request before, after"], ["Enter", "open the details"], ["Esc", "close the details"], ["← →", "another tab of the details"],
            ["/", "filter"], ["c", "copy the selected request as a curl command"], ["d", "light or dark"], ["?", "this page"]]],
          ["Filters", [["books", "URL, method, status, type or decision contain it"], ["-books", "they do not"], ["status:4xx", "also status:404, status:>=500"],
            ["method:post", "the method"], ["host:api", "also path:, type:json"], ["body:momo", "headers and bodies contain it"], ["slower:500ms", "also faster:, larger:10k, smaller:"],
            ["from:1s to:3s", "in progress during that time; dragging over the overview sets it"],
            ["is:failed", "also is:cached, is:retried, is:decided, is:streamed, is:miss, is:changed, is:added, is:removed"], ["/v[12]\\/books/", "a regular expression"]]],
        ];

        function showHelp() {
          const dialog = byID("help");
          dialog.replaceChildren(h("h2", {id: "help-title"}, "Keys and filters"),
            ...HELP.flatMap(([title, pairs]) => [h("h3", null, title), h("table", {class: "pairs"}, h("tbody", null, pairs.map(([key, text]) =>
              h("tr", null, h("th", {scope: "row"}, h("kbd", null, key)), h("td", null, text)))))]),
            h("p", {class: "closing"}, keySwitch()),
            h("p", {class: "closing"}, button("Close", () => dialog.close())));
          dialog.showModal();
        }

        document.addEventListener("keydown", event => {
          if (event.ctrlKey || event.metaKey || event.altKey || byID("help").open) return;
          const isTyping = /^(INPUT|TEXTAREA)$/.test(event.target.tagName);
          if (event.key === "Escape") {
            if (isTyping && event.target.value) setQuery("");
            else if (!byID("detail").hidden) hideDetail();
            else grid.focus();
          } else if (isTyping) {
            if (event.key === "ArrowDown" || event.key === "Enter") { grid.focus(); go(Math.max(0, place()), false); } else return;
          } else if (!hasCharacterKeys) return;
          else if (event.key === "/") byID("filter").focus();
          else if (event.key === "?") showHelp();
          else if (event.key === "d") setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
          else if (event.key === "c" && view.current >= 0) copy(curlCommand(view.current), "curl command");
          else return;
          event.preventDefault();
        });

        function start() {
          const dark = matchMedia("(prefers-color-scheme: dark)");
          makeHead();
          view.from = 0;
          view.file = data.compared ? -2 : -1;
          view.to = span();
          showTop();
          showChips();
          setTheme(dark.matches ? "dark" : "light");
          dark.addEventListener("change", () => setTheme(dark.matches ? "dark" : "light"));
          byID("theme-button").addEventListener("click", () => setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"));
          byID("help-button").addEventListener("click", showHelp);
          let timer = 0;
          byID("filter").addEventListener("input", event => { clearTimeout(timer); timer = setTimeout(() => setQuery(event.target.value), rows.length > 2000 ? 120 : 0); });
          watchOverview();
          watchDivider();
          refresh();
          new ResizeObserver(() => { coverRest(); measure(); showTicks(); redraw(); markCurrent(); drawOverview(); }).observe(grid);
          if (data.opens !== undefined && data.opens !== null && !matchMedia("(max-width: 760px)").matches) reveal(data.opens);
          document.documentElement.dataset.ready = "1";
        }
        start();

        """#
}
