extension ReportPage {
    /// The part of the script that shows the list and the waterfall.
    static let listScript = #"""
        // The list of requests. Only the rows in sight exist, so that its length does not matter.
        const grid = byID("grid");
        const pool = new Map();
        let rowHeight = 34;
        let headHeight = 0;

        const COLUMNS = [
          ["state", "Status", "state"], ["method", "Method", "method"], ["name", "Request", "name"], ["kind", "Type", "kind"],
          ["size right", "Size", "size"], ["took right", "Time", "took"], ["fall", "Waterfall", "start"],
        ];

        function makeHead() {
          const row = h("div", {role: "row", class: "head-row", "aria-rowindex": 1},
            h("span", {role: "presentation"}),
            COLUMNS.map(([name, title, sort], index) => h("div", {role: "columnheader", class: name, "aria-colindex": index + 1, "data-sort": sort},
              h("button", {type: "button", on: {click: () => order(sort)}}, title))));
          byID("head").replaceChildren(row);
        }

        function order(sort) {
          view.isDescending = view.sort === sort ? !view.isDescending : sort === "size" || sort === "took";
          view.sort = sort;
          refresh();
        }

        function showOrder() {
          for (const header of byID("head").querySelectorAll("[role=columnheader]")) {
            const isSorted = header.dataset.sort === view.sort;
            if (isSorted) header.setAttribute("aria-sort", view.isDescending ? "descending" : "ascending");
            else header.removeAttribute("aria-sort");
          }
        }

        // The span of time that the waterfall covers, in milliseconds.
        function span() {
          let end = 1;
          for (const row of rows) if (isOfFile(row)) end = Math.max(end, row.t + total(row));
          return end;
        }

        function ticks(from, to, count) {
          const raw = (to - from) / count;
          const power = 10 ** Math.floor(Math.log10(raw));
          const step = [1, 2, 5, 10].map(factor => factor * power).find(step => step >= raw) ?? raw;
          const found = [];
          for (let at = Math.ceil(from / step) * step; at < to; at += step) found.push(Math.round(at * 1000) / 1000);
          return found;
        }

        const share = at => (at - view.from) / (view.to - view.from) * 100;
        const percent = value => `${Math.max(-1, Math.min(101, value)).toFixed(3)}%`;

        function showTicks() {
          const fall = byID("head").querySelector(".fall");
          for (const old of fall.querySelectorAll(".tick")) old.remove();
          const width = fall.clientWidth || 300;
          for (const at of ticks(view.from, view.to, Math.max(2, Math.floor(width / 70)))) {
            if (share(at) < 90) fall.append(h("span", {class: "tick", "aria-hidden": "true", style: {left: percent(share(at))}}, time(at)));
          }
        }

        const STEP_BADGES = [
          [/^(retrying|repeated)$/i, "retried", "warn"], [/^gaveUp$/i, "gave up", "bad"], [/^(replaying|waitingForCredential)$/i, "new credential", "note"],
          [/^(noCredential|refreshFailed)$/i, "no credential", "bad"], [/^breakerOpened$/i, "circuit opened", "bad"],
          [/^breakerRejected$/i, "circuit open", "bad"], [/^breakerClosed$/i, "circuit closed", "note"], [/^fellBack$/i, "fallback", "warn"],
          [/^redirected$/i, "redirected", "note"], [/^queued$/i, "queued", "note"], [/hit|revalidat|stale/i, "cache", "note"], [/hedg/i, "hedged", "note"],
          [/coalesc/i, "shared", "note"],
        ];

        function badges(row) {
          const found = new Map();
          if (row.n && row.x === "changed") found.set(plural(row.n, "change"), "warn");
          if (row.a > 1) found.set(`attempt ${row.a}`, "warn");
          for (const step of row.g ?? []) {
            const badge = STEP_BADGES.find(([pattern]) => pattern.test(step));
            if (badge) found.set(badge[1], badge[2]);
          }
          if (row.c) found.set("cached", "note");
          const weight = {bad: 0, warn: 1, note: 2};
          return [...found].sort((a, b) => weight[a[1]] - weight[b[1]]).slice(0, 3).map(([text, kind]) => h("span", {class: `badge ${kind}`}, text));
        }

        function bar(row) {
          const width = view.to - view.from;
          const bar = h("span", {class: row.s === 0 ? "bar none" : "bar", style: {
            left: percent(share(row.t)), width: `${Math.max(0, Math.min(share(row.t + total(row)), 101) - Math.max(share(row.t), -1)).toFixed(3)}%`,
          }});
          if (row.s !== 0 && row.p && total(row) > 0 && row.t >= view.from - width / 100) {
            let start = 0;
            row.p.forEach((value, index) => {
              if (value > 0) {
                bar.append(h("i", {class: PHASES[index], style: {left: percent(start / total(row) * 100), width: percent(value / total(row) * 100)}}));
                start += value;
              }
            });
            if (row.p[0] > 0) bar.classList.add("thin");
          }
          return bar;
        }

        function fall(row) {
          const marks = (row.z ?? []).map(at => h("span", {class: "mark", style: {left: percent(share(row.t + at))}}));
          return [bar(row), marks];
        }

        const MARKS = {added: "new in the second file", removed: "missing in the second file", changed: "changed", same: "the same in both files"};

        function makeRow(position) {
          const index = view.shown[position];
          const row = rows[index];
          const url = parts(row.u);
          const edge = row.q ? "missed" : view.file === -2 || data.files.length > 1 ? row.x ?? "" : "";
          const showsHost = data.hosts > 1 && url.host;
          return h("div", {
            role: "row", class: `row${index === view.current ? " current" : ""}${row.x === "removed" ? " gone" : ""}`, id: `row-${index}`,
            "aria-rowindex": position + 2, "aria-selected": String(index === view.current), "data-index": index,
            style: {top: `${position * rowHeight}px`},
          },
            h("span", {class: `edge ${edge}`, role: "presentation"}),
            h("div", {role: "gridcell", class: "state", "aria-colindex": 1}, h("span", {class: `status ${STATE(row)}`}, stateText(row)),
              row.x && edge ? h("span", {class: "visually-hidden"}, `, ${MARKS[row.x]}`) : null),
            h("div", {role: "gridcell", class: "method", "aria-colindex": 2}, row.m),
            h("div", {role: "gridcell", class: "name", "aria-colindex": 3, title: row.u},
              h("span", {class: "path"}, h("span", {class: "lead"}, url.scheme && !url.host ? `${url.scheme}:${url.lead}` : url.lead), h("span", {class: "last"}, url.last || (url.lead ? "" : row.u.slice(0, 200)))),
              showsHost ? h("span", {class: "host"}, url.host) : null, badges(row)),
            h("div", {role: "gridcell", class: "kind", "aria-colindex": 4}, row.k),
            h("div", {role: "gridcell", class: "size right", "aria-colindex": 5}, size(row.b)),
            h("div", {role: "gridcell", class: "took right", "aria-colindex": 6}, row.d === undefined ? "–" : time(row.d)),
            h("div", {role: "gridcell", class: "fall", "aria-colindex": 7}, h("span", {class: "visually-hidden"}, `starts after ${time(row.t)}`), fall(row)));
        }

        // Makes the rows in sight, and removes those that are not.
        function render() {
          const first = Math.max(0, Math.floor((grid.scrollTop - headHeight) / rowHeight) - 8);
          const last = Math.min(view.shown.length, Math.ceil((grid.scrollTop + grid.clientHeight) / rowHeight) + 8);
          for (const [position, element] of pool) {
            if (position < first || position >= last) {
              element.remove();
              pool.delete(position);
            }
          }
          const added = document.createDocumentFragment();
          for (let position = first; position < last; position++) {
            if (!pool.has(position)) {
              const element = makeRow(position);
              pool.set(position, element);
              added.append(element);
            }
          }
          byID("rows").append(added);
        }

        function redraw() {
          for (const element of pool.values()) element.remove();
          pool.clear();
          render();
        }

        function measure() {
          rowHeight = parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--row")) || 34;
          headHeight = byID("head").offsetHeight;
          byID("rows").style.height = `${view.shown.length * rowHeight}px`;
        }

        // Applies the filter and the order.
        function refresh() {
          select();
          const count = view.shown.length;
          grid.setAttribute("aria-rowcount", count + 1);
          grid.setAttribute("aria-colcount", COLUMNS.length);
          showOrder();
          measure();
          showTicks();
          redraw();
          const all = rows.reduce((sum, row) => sum + (isOfFile(row) ? 1 : 0), 0);
          byID("shown").textContent = count === all ? plural(all, "request") : `${number(count)} of ${plural(all, "request")}`;
          byID("nothing").hidden = count > 0;
          byID("nothing").textContent = all === 0 ? "This file has no requests." : "No request matches the filter.";
          markCurrent();
        }

        function markCurrent() {
          for (const element of pool.values()) {
            const isCurrent = Number(element.dataset.index) === view.current;
            element.classList.toggle("current", isCurrent);
            element.setAttribute("aria-selected", String(isCurrent));
          }
          if (view.current >= 0 && byID(`row-${view.current}`)) grid.setAttribute("aria-activedescendant", `row-${view.current}`);
          else grid.removeAttribute("aria-activedescendant");
        }

        // Selects a row by its place in the list, and scrolls it into sight.
        function go(position, opens) {
          if (!view.shown.length) return;
          position = Math.max(0, Math.min(view.shown.length - 1, position));
          view.current = view.shown[position];
          const top = position * rowHeight;
          const room = grid.clientHeight - headHeight;
          if (top < grid.scrollTop) grid.scrollTop = top;
          else if (top + rowHeight > grid.scrollTop + room) grid.scrollTop = top + rowHeight - room;
          render();
          markCurrent();
          if (opens || !byID("detail").hidden) showDetail(view.current);
        }

        const place = () => view.shown.indexOf(view.current);

        grid.addEventListener("scroll", render, {passive: true});
        grid.addEventListener("click", event => {
          const row = event.target.closest(".row");
          if (row) go(view.shown.indexOf(Number(row.dataset.index)), true);
        });
        grid.addEventListener("keydown", event => {
          if (event.target !== grid || event.ctrlKey || event.metaKey || event.altKey) return;
          const page = Math.max(1, Math.floor((grid.clientHeight - headHeight) / rowHeight) - 1);
          const steps = {ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, j: 1, k: -1};
          if (event.key in steps) go(place() < 0 ? 0 : place() + steps[event.key], false);
          else if (event.key === "Home") go(0, false);
          else if (event.key === "End") go(view.shown.length - 1, false);
          else if (event.key === "Enter" || event.key === " ") {
            go(Math.max(0, place()), true);
            byID("detail").querySelector("[role=tab][aria-selected=true]")?.focus();
          } else return;
          event.preventDefault();
        });

        """#
}
