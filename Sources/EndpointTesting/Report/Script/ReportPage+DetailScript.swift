extension ReportPage {
    /// The part of the script that shows the details of an exchange.
    static let detailScript = #"""
        // The details of the selected exchange, in tabs.
        let tab = "Response";

        function headersTable(headers, label) {
          return headers?.length ? pairsTable(headers, label) : h("p", {class: "muted"}, "There are none.");
        }

        function queryOf(url) {
          const query = parts(url).query.slice(1);
          return query ? formPairs(query) : [];
        }

        function cookies(headers, name) {
          const values = (headers ?? []).filter(([field]) => field.toLowerCase() === name).map(([, value]) => value);
          if (name === "set-cookie") return values.map(value => { const cut = value.indexOf("="); return [value.slice(0, cut), value.slice(cut + 1)]; });
          return values.flatMap(value => value.split(/;\s*/)).filter(Boolean).map(pair => { const cut = pair.indexOf("="); return [pair.slice(0, cut), pair.slice(cut + 1)]; });
        }

        const section = (title, ...content) => h("section", {"aria-label": title}, h("h3", null, title), content);

        function requestView(index) {
          const request = details(index).request;
          const query = queryOf(rows[index].u);
          const sent = cookies(request.headers, "cookie");
          return [
            query.length ? section("Query", pairsTable(query, "Query")) : null,
            section("Headers", headersTable(request.headers, "Headers of the request")),
            sent.length ? section("Cookies", pairsTable(sent, "Cookies of the request")) : null,
            bodyView(request.body, "Body", ""),
          ];
        }

        function responseView(index) {
          const row = rows[index];
          const {response} = details(index);
          const received = cookies(response.headers, "set-cookie");
          if (row.s === 0) return [h("p", {class: "problem"}, row.e || "There is no response.")];
          return [
            row.e ? h("p", {class: "problem"}, row.e) : null,
            bodyView(response.body, "Body", row.k),
            section("Headers", headersTable(response.headers, "Headers of the response")),
            received.length ? section("Cookies", pairsTable(received, "Cookies of the response")) : null,
          ];
        }

        function generalView(index) {
          const row = rows[index];
          const more = details(index);
          const file = data.files[row.f];
          const pairs = [
            ["URL", row.u], ["Method", row.m],
            ["Status", row.s ? `${row.s} ${more.response.reason ?? ""}`.trim() : stateText(row)],
            row.e ? ["Problem", row.e] : null,
            more.response.url ? ["Answered by", more.response.url] : null,
            ["Protocol", more.protocol], ["Server address", more.address], ["Connection", more.connection],
            more.reused === undefined ? null : ["Connection reused", more.reused ? "yes" : "no"],
            ["Started", more.started], ["Attempt", row.a > 1 ? row.a : null],
            ["Size of the body", row.b === undefined ? null : `${size(row.b)}${row.b >= 1000 ? ` (${plural(row.b, "byte")})` : ""}`],
            ["Transferred", row.w === undefined ? null : size(row.w)],
            ["From a cache", row.c ? (row.c === true ? "yes" : row.c) : null],
            ["Priority", more.priority], ["Started by", more.initiator], ["Page", more.page], ["Name", more.id], ["Remark", more.note],
            data.files.length > 1 ? ["File", file.name] : null, ["Entry", `${row.i} of ${file.count}`],
          ].filter(pair => pair && pair[1] !== null && pair[1] !== undefined && pair[1] !== "");
          return [
            h("section", {"aria-label": "General"}, pairsTable(pairs, "General")),
            more.notes?.length ? section("Notes on reading this entry", h("ul", null, more.notes.map(note => h("li", {class: "muted"}, note)))) : null,
          ];
        }

        function timingView(index) {
          const row = rows[index];
          const more = details(index);
          const phases = row.p ?? [];
          const all = Math.max(total(row), phases.reduce((sum, value) => sum + Math.max(0, value), 0), 0.001);
          let start = 0;
          const lanes = phases.map((value, place) => {
            if (value < 0) return null;
            const lane = h("div", {class: "phase"}, h("span", null, PHASE_NAMES[PHASES[place]]),
              h("span", {class: "lane"}, h("i", {class: PHASES[place], style: {left: percent(start / all * 100), width: percent(value / all * 100)}})),
              h("span", {class: "value"}, time(value)));
            start += value;
            return lane;
          });
          return [
            section("Phases", h("div", {class: "phases"}, lanes, h("div", {class: "phase total"}, h("span", null, "Total"), h("span"), h("span", {class: "value"}, time(row.d)))),
              h("p", {class: "muted"}, `Started ${time(row.t)} after the first request.`)),
            more.steps?.length ? section("Decisions", h("ol", {class: "steps"}, more.steps.map(step =>
              h("li", {class: step[3] ?? ""}, h("time", null, time(step[0])), h("span", null, h("b", null, step[1]), " ", marked(step[2])))))) : null,
          ];
        }

        function eventsView(index) {
          const more = details(index);
          const events = more.events ?? [];
          const isSocket = rows[index].k === "websocket";
          const last = Math.max(...events.map(event => event[0]), 1);
          const shown = events.slice(0, 1000);
          const table = h("table", {class: "table"},
            h("thead", null, h("tr", null, (isSocket ? ["Time", "Direction", "Message"] : ["Time", "Type", "Event"]).map(title => h("th", {scope: "col"}, title)))),
            h("tbody", null, shown.map(([at, type, id, text]) => {
              const node = text.length < 100000 && /^\s*[[{]/.test(text) ? readJSON(text) : null;
              return h("tr", null, h("td", {class: "time"}, time(at)),
                h("td", null, isSocket ? (type === "send" ? "↑ sent" : "↓ received") : [type, id ? h("div", {class: "muted"}, `id ${id}`) : null]),
                h("td", null, node ? foldedTree(node, text) : h("span", {class: "mono"}, marked(text.slice(0, 5000)), text.length > 5000 ? ` … ${plural(text.length, "character")}` : "")));
            })));
          return [
            h("section", {"aria-label": "Times"}, h("div", {class: "times", role: "img", "aria-label": `${plural(events.length, "event")} within ${time(last)}`},
              shown.map(event => h("i", {class: event[1] === "send" ? "sent" : "", style: {left: percent(1 + event[0] / last * 98)}})))),
            table, events.length > shown.length ? h("p", {class: "muted"}, `The first 1,000 of ${plural(events.length, "event")} are shown.`) : null,
          ];
        }

        function foldedTree(node, text) {
          const element = h("details", null, h("summary", {class: "mono"}, marked(text.length > 120 ? `${text.slice(0, 120)}…` : text)));
          element.addEventListener("toggle", () => { if (element.childElementCount === 1) element.append(tree(node)); });
          return element;
        }

        const differenceTable = (changes, from, to) => h("table", {class: "table"},
          h("thead", null, h("tr", null, ["Where", from, to].map(title => h("th", {scope: "col"}, title)))),
          h("tbody", null, changes.map(([part, where, before, after]) => h("tr", null,
            h("td", null, part, where ? h("div", {class: "mono muted"}, where) : null),
            h("td", {class: "mono"}, before === null ? h("span", {class: "muted"}, "–") : h("del", {class: "old"}, marked(before))),
            h("td", {class: "mono"}, after === null ? h("span", {class: "muted"}, "–") : h("ins", {class: "new"}, marked(after)))))));

        function changesView(index) {
          const row = rows[index];
          const more = details(index);
          if (row.x === "added") return [h("p", {class: "remark"}, `${data.files[0].name} has no such request.`)];
          if (row.x === "removed") return [h("p", {class: "remark"}, `${data.files[1].name} has no such request.`)];
          const old = rows[row.f === 0 ? index : row.o], now = rows[row.f === 0 ? row.o : index];
          const changes = row.f === 0 ? details(row.o).changes : more.changes;
          return [
            changes?.length ? differenceTable(changes, data.files[0].name, data.files[1].name) : h("p", {class: "remark"}, "Request and response are the same."),
            h("p", {class: "muted"}, `Time: ${time(old.d)} before, ${time(now.d)} now.`),
            button("Show the other one", () => reveal(row.o)),
          ];
        }

        function nearestView(index) {
          const more = details(index);
          return [
            more.miss ? h("p", {class: "problem"}, more.miss) : null,
            (more.nearest ?? []).map((near, place) => h("section", {"aria-label": near.label}, h("h3", null, place === 0 ? "Nearest: " : "Next: ", h("span", {class: "mono"}, near.label)),
              near.differences.length ? differenceTable(near.differences, data.expected ?? "Recorded", "Sent") : null)),
            more.hints?.length ? section("Hints", h("ul", null, more.hints.map(hint => h("li", {class: "mono"}, hint)))) : null,
          ];
        }

        const TABS = [
          ["Nearest", nearestView, index => rows[index].q ? "" : null],
          ["Changes", changesView, index => rows[index].x ? (rows[index].n ?? "") : null],
          ["Response", responseView, () => ""],
          ["Request", requestView, () => ""],
          ["Events", eventsView, index => details(index).events?.length ?? null],
          ["Timing", timingView, () => ""],
          ["General", generalView, () => ""],
          ["Code", codeView, () => ""],
        ];

        function showDetail(index) {
          const row = rows[index];
          const panel = byID("detail");
          const url = parts(row.u);
          const available = TABS.map(([name, make, count]) => [name, make, count(index)]).filter(([, , count]) => count !== null);
          const preferred = available.some(([name]) => name === tab) ? tab : available[0][0];
          const chosen = row.q ? "Nearest" : view.file === -2 && row.x === "changed" ? "Changes" : preferred;
          const hadFocus = panel.contains(document.activeElement);
          const body = h("div", {class: "panel", role: "tabpanel", tabindex: "0", id: "tabpanel", "aria-labelledby": `tab-${chosen}`});
          const tabs = available.map(([name, make, count]) => h("button", {
            type: "button", class: "tab", role: "tab", id: `tab-${name}`, "aria-controls": "tabpanel", "aria-selected": String(name === chosen),
            tabindex: name === chosen ? "0" : "-1", on: {click: () => { tab = name; open(name); }},
          }, count ? `${name} ${count}` : name));
          const open = name => {
            for (const element of tabs) {
              const isChosen = element.id === `tab-${name}`;
              element.setAttribute("aria-selected", String(isChosen));
              element.tabIndex = isChosen ? 0 : -1;
            }
            body.setAttribute("aria-labelledby", `tab-${name}`);
            body.scrollTop = 0;
            body.replaceChildren(...available.find(other => other[0] === name)[1](index).flat(9).filter(Boolean));
          };
          const bar = h("div", {class: "tabs", role: "tablist", "aria-label": "Details", on: {keydown: event => {
            const at = tabs.indexOf(event.target);
            const next = {ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1}[event.key];
            if (at < 0 || next === undefined) return;
            event.preventDefault();
            const target = tabs[(next + tabs.length) % tabs.length];
            target.focus();
            target.click();
          }}}, tabs);
          const step = (name, label, by) => h("button", {type: "button", class: "icon-button", "aria-label": label, on: {click: () => go(place() + by, true)}}, icon(name));
          panel.replaceChildren(
            h("div", {class: "detail-head"},
              h("div", {class: "detail-line"}, h("span", {class: `status ${STATE(row)}`}, stateText(row)), h("span", {class: "method"}, row.m),
                h("span", {class: "muted grow"}, row.d === undefined ? "" : time(row.d)),
                button("Copy as cURL", () => copy(curlCommand(index), "curl command"), {id: "copy-curl"}),
                step("previous", "Previous request", -1), step("next", "Next request", 1),
                h("button", {type: "button", class: "icon-button", "aria-label": "Close the details", id: "close-detail", on: {click: hideDetail}}, icon("close"))),
              h("h2", {id: "detail-title", tabindex: "0"}, url.host ? `${url.scheme}://${url.host}` : "", marked(row.u.length > 2000 ? `${row.u.slice(0, 2000)}…` : readable(url.host ? url.path + url.query : row.u))),
              bar),
            body);
          const isNew = panel.hidden;
          panel.hidden = false;
          byID("divider").hidden = false;
          coverRest();
          open(chosen);
          if (isNew) { showTicks(); redraw(); markCurrent(); }
          if (hadFocus || isNew && matchMedia("(max-width: 760px)").matches) tabs.find(element => element.id === `tab-${chosen}`).focus();
        }

        // On a phone the details cover the rest of the page, which then cannot be reached.
        function coverRest() {
          const isCovered = !byID("detail").hidden && matchMedia("(max-width: 760px)").matches;
          for (const part of document.querySelectorAll(".top, .banner, .tools, .overview, .list")) part.inert = isCovered;
        }

        function hideDetail() {
          byID("detail").hidden = true;
          coverRest();
          byID("divider").hidden = true;
          showTicks();
          redraw();
          markCurrent();
          grid.focus();
        }

        // Shows a row even if the filter hides it.
        function reveal(index) {
          if (view.file !== -2 && view.file >= 0) view.file = -1;
          if (!view.shown.includes(index)) { view.query = byID("filter").value = ""; view.quick = 0; if (view.file === -2) view.file = -1; showChips(); refresh(); }
          go(view.shown.indexOf(index), true);
        }

        """#
}
