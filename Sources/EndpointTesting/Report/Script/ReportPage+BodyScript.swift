extension ReportPage {
    /// The part of the script that shows bodies.
    static let bodyScript = #"""
        // Bodies: JSON as a tree, forms as pairs, pictures, other text, and bytes in hexadecimal.

        // Reads JSON without changing it: members in their order, repeated keys, and numbers with all their digits.
        // Null if it is no JSON.
        function readJSON(text) {
          let at = 0;
          const space = /[ \t\n\r]*/y, token = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y, string = /"(?:[^"\\\u0000-\u001f]|\\.)*"/y;
          const skip = () => { space.lastIndex = at; space.exec(text); at = space.lastIndex; };
          const take = pattern => {
            pattern.lastIndex = at;
            const match = pattern.exec(text);
            if (!match || !match[0]) throw null;
            at = pattern.lastIndex;
            return match[0];
          };
          const list = (close, element) => {
            const found = [];
            at++;
            skip();
            if (text[at] === close) { at++; return found; }
            for (;;) {
              found.push(element());
              skip();
              if (text[at] === close) { at++; return found; }
              if (text[at++] !== ",") throw null;
              skip();
            }
          };
          const value = depth => {
            if (depth > 400) throw null;
            skip();
            switch (text[at]) {
              case "{": return {kind: "object", members: list("}", () => {
                const key = JSON.parse(take(string));
                skip();
                if (text[at++] !== ":") throw null;
                return [key, value(depth + 1)];
              })};
              case "[": return {kind: "array", members: list("]", () => ["", value(depth + 1)])};
              case '"': return {kind: "string", text: JSON.parse(take(string))};
              default: return {kind: "token", text: take(token)};
            }
          };
          try {
            const node = value(0);
            skip();
            return at === text.length ? node : null;
          } catch {
            return null;
          }
        }

        const GROUP = 100;

        function leaf(node) {
          if (node.kind === "string") return h("span", {class: "s"}, '"', marked(node.text), '"');
          return h("span", {class: /^[-\d]/.test(node.text) ? "n" : "w"}, node.text);
        }

        const summaryOf = node => node.kind === "array" ? `[${node.members.length}]` : `{${node.members.length}}`;

        function branch(label, node, isOpen) {
          const summary = h("summary", null, label, h("span", {class: "c"}, summaryOf(node)));
          const element = h("details", null, summary);
          const fill = () => {
            if (element.dataset.filled) return;
            element.dataset.filled = "1";
            element.append(h("div", {class: "children"}, children(node, 0, node.members.length)));
          };
          element.addEventListener("toggle", () => element.open && fill());
          element.expand = depth => {
            fill();
            element.open = true;
            if (depth > 1) for (const child of element.querySelectorAll(":scope > .children > details")) child.expand?.(depth - 1);
          };
          if (isOpen) { fill(); element.open = true; }
          return element;
        }

        // The members from `first` to `last`; of a long list in groups.
        function children(node, first, last) {
          if (last - first <= GROUP) return node.members.slice(first, last).map(([key, value], index) => item(node, key, value, first + index));
          let step = GROUP;
          while ((last - first) / step > GROUP) step *= GROUP;
          const groups = [];
          for (let start = first; start < last; start += step) {
            const end = Math.min(last, start + step);
            const element = h("details", null, h("summary", {class: "c"}, `${start} … ${end - 1}`));
            element.addEventListener("toggle", () => {
              if (element.childElementCount === 1) element.append(h("div", {class: "children"}, children(node, start, end)));
            });
            groups.push(element);
          }
          return groups;
        }

        function item(parent, key, node, index) {
          const label = parent.kind === "array" ? h("span", {class: "c"}, `${index}: `) : [h("span", {class: "k"}, marked(key)), ": "];
          if (node.kind === "object" || node.kind === "array") {
            if (!node.members.length) return h("div", {class: "leaf"}, label, h("span", {class: "c"}, node.kind === "array" ? "[]" : "{}"));
            return branch(label, node, false);
          }
          return h("div", {class: "leaf"}, label, leaf(node));
        }

        function tree(node) {
          const element = h("div", {class: "tree", tabindex: "0", role: "group", "aria-label": "JSON"});
          if (node.kind !== "object" && node.kind !== "array") element.append(h("div", {class: "leaf"}, leaf(node)));
          else {
            const root = branch("", node, true);
            element.append(root);
            if (node.members.length <= 30) root.expand(2);
          }
          return element;
        }

        function pretty(node, indent = "") {
          const inner = indent + "  ";
          if (node.kind === "token") return node.text;
          if (node.kind === "string") return JSON.stringify(node.text);
          if (!node.members.length) return node.kind === "array" ? "[]" : "{}";
          const items = node.members.map(([key, value]) => inner + (node.kind === "object" ? `${JSON.stringify(key)}: ` : "") + pretty(value, inner));
          return node.kind === "array" ? `[\n${items.join(",\n")}\n${indent}]` : `{\n${items.join(",\n")}\n${indent}}`;
        }

        function decode64(text) {
          try { return Uint8Array.from(atob(text), character => character.charCodeAt(0)); } catch { return null; }
        }

        function hexadecimal(bytes) {
          const found = [];
          for (let at = 0; at < Math.min(bytes.length, 4096); at += 16) {
            const part = [...bytes.slice(at, at + 16)];
            const codes = part.map(byte => byte.toString(16).padStart(2, "0")).join(" ");
            const letters = part.map(byte => byte >= 32 && byte < 127 ? String.fromCharCode(byte) : "·").join("");
            found.push(`${at.toString(16).padStart(6, "0")}  ${codes.padEnd(47)}  ${letters}`);
          }
          return found.join("\n") + (bytes.length > 4096 ? `\n… and ${plural(bytes.length - 4096, "byte")} more` : "");
        }

        const PICTURES = /^image\/(png|jpe?g|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon|svg\+xml)\b/i;

        function picture(body) {
          const type = PICTURES.exec(body.type ?? "")?.[0];
          if (!type) return null;
          const image = h("img", {class: "picture", alt: "The picture in the body"});
          const caption = h("figcaption", null, `${type}, ${size(body.size)}`);
          image.addEventListener("load", () => { caption.textContent = `${type}, ${size(body.size)}, ${image.naturalWidth} × ${image.naturalHeight}`; });
          image.addEventListener("error", () => { image.remove(); caption.textContent = `${type}, ${size(body.size)}. The browser cannot show it.`; });
          image.src = body.base64 !== undefined ? `data:${type};base64,${body.base64}` : `data:${type},${encodeURIComponent(body.text)}`;
          return h("figure", null, image, caption);
        }

        function formPairs(text) {
          return text.split("&").filter(Boolean).map(pair => {
            const cut = pair.indexOf("=");
            const plain = part => { try { return decodeURIComponent(part.replaceAll("+", " ")); } catch { return part; } };
            return cut < 0 ? [plain(pair), ""] : [plain(pair.slice(0, cut)), plain(pair.slice(cut + 1))];
          });
        }

        const pairsTable = (pairs, label) => h("table", {class: "pairs", "aria-label": label},
          h("tbody", null, pairs.map(([name, value]) => h("tr", null, h("th", {scope: "row"}, name), h("td", null, marked(value))))));

        const textBox = text => h("pre", {tabindex: "0"}, marked(text));

        // A body with its heading, and buttons to show it otherwise.
        function bodyView(body, title, kind) {
          const section = h("section", {"aria-label": title});
          if (!body) return h("section", null, h("h3", null, title), h("p", {class: "muted"}, "There is none."));
          const head = h("h3", null, title, h("span", {class: "muted"}, [body.type, size(body.size)].filter(Boolean).join(", ")), h("span", {class: "grow"}));
          section.append(head);
          if (body.cut) section.append(h("p", {class: "remark"}, `Only the first ${size(body.shown)} of ${size(body.size)} are in this page.`));
          if (body.missing) section.append(h("p", {class: "remark"}, body.missing));
          if (body.text === undefined && body.base64 === undefined) return section;
          const views = [];
          if (body.text !== undefined) {
            const isForm = /^application\/x-www-form-urlencoded/i.test(body.type ?? "");
            const json = !body.cut && /^\s*[[{"\d-]|^\s*(true|false|null)\s*$/.test(body.text) && (kind === "json" || /json/i.test(body.type ?? "") || /^\s*[[{]/.test(body.text)) ? readJSON(body.text) : null;
            if (json) views.push(["Tree", () => tree(json)], ["Formatted", () => textBox(pretty(json))]);
            if (isForm) views.push(["Fields", () => pairsTable(formPairs(body.text), title)]);
            if (PICTURES.test(body.type ?? "")) views.push(["Picture", () => picture(body)]);
            views.push(["Text", () => textBox(body.text)]);
          } else {
            const decoded = decode64(body.base64);
            if (PICTURES.test(body.type ?? "")) views.push(["Picture", () => picture(body)]);
            views.push(decoded ? ["Bytes", () => h("pre", {tabindex: "0"}, hexadecimal(decoded))] : ["Text", () => textBox(body.base64)]);
          }
          const holder = h("div");
          const buttons = views.map(([label, make], index) => button(label, () => {
            buttons.forEach((other, place) => other.setAttribute("aria-pressed", String(place === index)));
            holder.replaceChildren(make());
            expand.hidden = label !== "Tree";
          }, {class: "chip"}));
          const expand = button("Expand all", () => holder.querySelector(".tree > details")?.expand(6));
          if (views.length > 1) head.append(h("span", {class: "chips", role: "group", "aria-label": `How to show the ${title.toLowerCase()}`}, buttons));
          head.append(expand, copyButton(() => body.text ?? body.base64, title));
          section.append(holder);
          buttons[0].click();
          return section;
        }

        """#
}
