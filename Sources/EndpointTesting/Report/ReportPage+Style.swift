extension ReportPage {
    /// The style of the page: light and dark, and one column on the width of a phone.
    static let style = #"""
        :root {
          color-scheme: light;
          --ground: #f4f5f8; --surface: #ffffff; --raised: #f8f9fb; --line: #e2e5ec; --line-strong: #c9ced9;
          --text: #171a21; --muted: #565d6d; --accent: #4338ca; --accent-soft: #eceafd; --on-accent: #ffffff;
          --good: #0f6b3b; --moved: #1d4fd7; --refused: #8f4a00; --failed: #b3201a;
          --good-soft: #e3f5ea; --moved-soft: #e5edff; --refused-soft: #fdf0dc; --failed-soft: #fde8e6; --plain-soft: #eceef3;
          --blocked: #b3bac8; --dns: #0d9aa8; --connect: #e08a1c; --tls: #a557dc; --send: #7d8aa5; --wait: #2fa56b; --receive: #3b7ff0;
          --key: #7a2ea8; --string: #0f6b3b; --number: #1d4fd7; --word: #a33a0c;
          --shadow: 0 8px 30px rgb(20 24 40 / .16);
          --mono: ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
          --row: 34px;
        }
        :root[data-theme="dark"] {
          color-scheme: dark;
          --ground: #0e1014; --surface: #15181e; --raised: #1b1f27; --line: #282d38; --line-strong: #3b4250;
          --text: #e7e9ef; --muted: #a0a8b8; --accent: #aeb5ff; --accent-soft: #262a4a; --on-accent: #10122a;
          --good: #6bd697; --moved: #93b8ff; --refused: #f3b560; --failed: #ff968c;
          --good-soft: #12301f; --moved-soft: #182844; --refused-soft: #38270c; --failed-soft: #411a18; --plain-soft: #242933;
          --blocked: #596274; --dns: #27b3c1; --connect: #eb9c37; --tls: #b97ae8; --send: #8592ab; --wait: #37b578; --receive: #5a97ff;
          --key: #d5a5f5; --string: #7fd6a0; --number: #93b8ff; --word: #f5a97f;
          --shadow: 0 8px 30px rgb(0 0 0 / .5);
        }
        * { box-sizing: border-box; }
        [hidden] { display: none !important; }
        html, body { height: 100%; }
        body {
          margin: 0; display: flex; flex-direction: column; background: var(--ground); color: var(--text);
          font: 13px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "DejaVu Sans", sans-serif;
          -webkit-text-size-adjust: 100%;
        }
        h1, h2, h3, p, dl, dd, ul, ol { margin: 0; padding: 0; }
        ul, ol { list-style: none; }
        button, input { font: inherit; color: inherit; }
        button { cursor: pointer; }
        :focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
        .muted { color: var(--muted); }
        .mono, pre, code { font-family: var(--mono); font-size: 12px; }
        .visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

        .top { display: flex; align-items: center; gap: 16px 24px; padding: 12px 16px 10px; background: var(--surface); flex-wrap: wrap; }
        .brand { display: flex; gap: 12px; align-items: center; min-width: 0; flex: 1 1 280px; }
        .brand > div { min-width: 0; }
        .logo { width: 34px; height: 34px; padding: 5px; border-radius: 9px; background: var(--accent); flex: none; }
        .logo path { stroke: var(--on-accent); stroke-width: 3; stroke-linecap: round; fill: none; }
        h1 { font-size: 16px; line-height: 1.3; font-weight: 650; overflow-wrap: anywhere; }
        .stats { display: flex; gap: 4px 22px; flex-wrap: wrap; }
        .stats div { display: flex; flex-direction: column-reverse; }
        .stats dt { color: var(--muted); font-size: 11.5px; }
        .stats dd { font-weight: 600; font-size: 15px; font-variant-numeric: tabular-nums; }
        .stats .bad dd { color: var(--failed); }
        .actions { display: flex; gap: 6px; }
        .icon-button {
          width: 32px; height: 32px; border-radius: 8px; border: 1px solid var(--line); background: var(--raised); display: grid; place-items: center;
        }
        .icon-button:hover, .small-button:hover, .chip:hover { border-color: var(--line-strong); }
        .icon-button svg { width: 16px; height: 16px; }
        svg.stroke { fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
        .banner { background: var(--refused-soft); color: var(--refused); padding: 8px 16px; border-top: 1px solid var(--line); }
        .banner summary { cursor: pointer; font-weight: 600; }
        .banner li { padding: 2px 0; overflow-wrap: anywhere; }
        .banner ul { max-height: 30vh; overflow: auto; }
        .tools {
          display: flex; gap: 8px 12px; align-items: center; flex-wrap: wrap; padding: 8px 16px; background: var(--surface);
          border-top: 1px solid var(--line);
        }
        .search { flex: 1 1 300px; max-width: 560px; display: flex; }
        .search input {
          width: 100%; height: 34px; padding: 0 12px; border: 1px solid var(--line-strong); border-radius: 9px; background: var(--raised);
        }
        .search input::placeholder { color: var(--muted); opacity: 1; }
        .chips { display: flex; gap: 6px; flex-wrap: wrap; }
        .chip {
          height: 28px; padding: 0 11px; border-radius: 14px; border: 1px solid var(--line); background: var(--surface); white-space: nowrap;
        }
        .chip .count { color: var(--muted); margin-left: 5px; font-variant-numeric: tabular-nums; }
        .chip[aria-pressed="true"] { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
        .chip[aria-pressed="true"] .count { color: inherit; }
        .files { margin-left: auto; }
        .overview { position: relative; height: 54px; background: var(--surface); border-top: 1px solid var(--line); border-bottom: 1px solid var(--line); }
        .overview canvas { position: absolute; inset: 0; width: 100%; height: 100%; cursor: crosshair; touch-action: pan-y; }
        .small-button {
          border: 1px solid var(--line); background: var(--raised); border-radius: 7px; padding: 3px 9px; min-height: 26px; font-size: 12px;
        }
        #zoom-reset { position: absolute; right: 12px; bottom: 6px; }

        .split { flex: 1; display: flex; min-height: 0; }
        .list { flex: 1 1 0; min-width: 0; display: flex; flex-direction: column; position: relative; background: var(--surface); container: list / inline-size; }
        .grid { flex: 1; overflow: auto; position: relative; min-height: 0; contain: strict; scrollbar-gutter: stable; }
        .grid:focus-visible { outline: none; }
        .grid:focus-visible .row.current { box-shadow: inset 0 0 0 2px var(--accent); }
        .head { position: sticky; top: 0; z-index: 2; background: var(--raised); border-bottom: 1px solid var(--line); }
        .rows { position: relative; }
        .row, .head-row {
          display: grid; align-items: center; height: var(--row); padding: 0 12px 0 0;
          grid-template-columns: 6px 62px 74px minmax(180px, 1.6fr) 86px 78px 78px minmax(160px, 1fr);
        }
        .row { position: absolute; left: 0; right: 0; border-bottom: 1px solid var(--line); cursor: default; }
        .row:hover { background: var(--raised); }
        .row.current { background: var(--accent-soft); }
        .row > *, .head-row > * { padding: 0 8px; min-width: 0; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
        .row > .edge { align-self: stretch; padding: 0; }
        .row > .state { text-overflow: clip; }
        .head-row > * { padding: 0; }
        .head-row button {
          border: 0; background: none; width: 100%; height: var(--row); padding: 0 8px; text-align: left; font-size: 12px; color: var(--muted); font-weight: 600;
          overflow: hidden; white-space: nowrap; text-overflow: ellipsis;
        }
        .head-row button:hover { color: var(--text); }
        .head-row button:focus-visible { outline-offset: -2px; }
        .head-row [aria-sort="ascending"] button::after { content: " ↑"; }
        .head-row [aria-sort="descending"] button::after { content: " ↓"; }
        .head-row .right button, .row > .right { text-align: right; font-variant-numeric: tabular-nums; }
        .head-row .fall { position: relative; height: 100%; }
        .head-row .fall button { position: absolute; inset: 0; opacity: 0; }
        .head-row .fall button:focus-visible, .head-row .fall button:hover { opacity: 1; background: var(--raised); z-index: 1; }
        .tick { position: absolute; top: 0; bottom: 0; border-left: 1px solid var(--line); padding-left: 4px; color: var(--muted); font-size: 11px; line-height: var(--row); }
        .status { display: inline-flex; justify-content: center; min-width: 40px; padding: 1px 6px; border-radius: 6px; font-weight: 650; font-size: 12px; font-variant-numeric: tabular-nums; }
        .good { color: var(--good); } .moved { color: var(--moved); } .refused { color: var(--refused); } .failed { color: var(--failed); }
        .status.good { background: var(--good-soft); } .status.moved { background: var(--moved-soft); }
        .status.refused { background: var(--refused-soft); } .status.failed { background: var(--failed-soft); } .status.plain { background: var(--plain-soft); }
        .row > .method, .detail .method { font-family: var(--mono); font-size: 11.5px; font-weight: 600; }
        .row .name { display: flex; align-items: baseline; gap: 6px; }
        .path { display: flex; min-width: 40px; flex: 0 1 auto; }
        .path .lead { color: var(--muted); overflow: hidden; text-overflow: ellipsis; flex: 0 1000 auto; }
        .path .last { font-weight: 550; overflow: hidden; text-overflow: ellipsis; flex: 0 1 auto; min-width: 0; }
        .host { color: var(--muted); font-size: 12px; overflow: hidden; text-overflow: ellipsis; flex: 0 1000 auto; }
        .badge { flex: none; padding: 0 6px; border-radius: 9px; background: var(--plain-soft); color: var(--muted); font-size: 11px; line-height: 17px; font-weight: 550; }
        .badge.note { background: var(--accent-soft); color: var(--accent); }
        .badge.warn { background: var(--refused-soft); color: var(--refused); }
        .badge.bad { background: var(--failed-soft); color: var(--failed); }
        .edge.added { background: var(--good); } .edge.removed { background: var(--failed); } .edge.changed { background: var(--connect); } .edge.missed { background: var(--failed); }
        .row.gone .path { text-decoration: line-through; text-decoration-color: var(--failed); }
        .row > .fall { position: relative; align-self: stretch; padding: 0; overflow: hidden; }
        .bar { position: absolute; top: 50%; height: 12px; margin-top: -6px; border-radius: 3px; overflow: hidden; min-width: 3px; background: var(--wait); }
        .bar.none { background: var(--failed); }
        .bar i { position: absolute; top: 0; bottom: 0; }
        .bar .blocked { background: var(--blocked); top: 4px; bottom: 4px; } .dns { background: var(--dns); } .connect { background: var(--connect); }
        .bar.thin { background: none; }
        .tls { background: var(--tls); } .send { background: var(--send); } .wait { background: var(--wait); } .receive { background: var(--receive); } .blocked { background: var(--blocked); }
        .mark { position: absolute; top: 50%; width: 8px; height: 8px; margin: -4px 0 0 -4px; border-radius: 2px; transform: rotate(45deg); background: var(--surface); border: 2px solid var(--refused); }
        .nothing { position: absolute; inset: 45px 0 auto; text-align: center; padding: 40px 20px; color: var(--muted); font-size: 14px; }
        .shown { padding: 5px 16px; border-top: 1px solid var(--line); background: var(--raised); font-size: 12px; }

        .divider { flex: none; width: 7px; margin: 0 -3px; z-index: 3; cursor: col-resize; background: linear-gradient(90deg, transparent 3px, var(--line-strong) 3px 4px, transparent 4px); }
        .divider:focus-visible { outline-offset: -2px; }
        .detail { flex: none; width: var(--detail, 46%); min-width: 320px; display: flex; flex-direction: column; background: var(--surface); min-height: 0; }
        .detail-head { padding: 10px 14px 0; border-bottom: 1px solid var(--line); }
        .detail-line { display: flex; gap: 8px; align-items: center; }
        .detail-line .grow { flex: 1; min-width: 0; }
        .detail h2 { font-size: 13px; font-weight: 500; font-family: var(--mono); overflow-wrap: anywhere; margin: 8px 0; max-height: 7.2em; overflow: auto; }
        .detail h2 b { font-weight: 700; }
        .tabs { display: flex; gap: 2px; overflow-x: auto; scrollbar-width: none; margin: 0 -6px; }
        .tab { border: 0; background: none; padding: 7px 9px 8px; color: var(--muted); border-bottom: 2px solid transparent; white-space: nowrap; font-weight: 550; }
        .tab:hover { color: var(--text); }
        .tab:focus-visible { outline-offset: -2px; }
        .tab[aria-selected="true"] { color: var(--accent); border-bottom-color: var(--accent); }
        .panel { flex: 1; overflow: auto; padding: 14px; min-height: 0; overflow-wrap: anywhere; }
        .panel:focus-visible { outline-offset: -2px; }
        .panel > * + * { margin-top: 16px; }
        .panel h3 { font-size: 13px; font-weight: 650; margin-bottom: 6px; display: flex; align-items: center; gap: 8px; flex-wrap: wrap; }
        .panel h3 .grow { flex: 1; }
        .pairs { width: 100%; border-collapse: collapse; }
        .pairs th { text-align: left; font-weight: 500; color: var(--muted); vertical-align: top; padding: 4px 14px 4px 0; width: 1%; min-width: 110px; white-space: nowrap; max-width: 220px; overflow: hidden; text-overflow: ellipsis; }
        .pairs td { padding: 4px 0; vertical-align: top; font-family: var(--mono); font-size: 12px; overflow-wrap: anywhere; }
        .pairs tr + tr { border-top: 1px solid var(--line); }
        .table { width: 100%; border-collapse: collapse; }
        .table th { text-align: left; font-size: 12px; color: var(--muted); font-weight: 600; padding: 4px 10px 4px 0; border-bottom: 1px solid var(--line); }
        .table td { padding: 5px 10px 5px 0; vertical-align: top; border-bottom: 1px solid var(--line); }
        .table th, .table td:first-child { overflow-wrap: normal; }
        .table td.time { white-space: nowrap; font-variant-numeric: tabular-nums; color: var(--muted); }
        pre { margin: 0; padding: 10px 12px; background: var(--raised); border: 1px solid var(--line); border-radius: 9px; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 70vh; overflow: auto; }
        pre.short { max-height: 240px; }
        .secret { background: var(--refused-soft); color: var(--refused); border-radius: 4px; padding: 0 3px; }
        .tree { font-family: var(--mono); font-size: 12px; line-height: 1.65; background: var(--raised); border: 1px solid var(--line); border-radius: 9px; padding: 8px 12px; max-height: 70vh; overflow: auto; }
        .tree details { padding-left: 14px; }
        .tree summary { margin-left: -14px; cursor: pointer; list-style: none; border-radius: 4px; }
        .tree summary::-webkit-details-marker { display: none; }
        .tree summary::before { content: "▸"; display: inline-block; width: 14px; color: var(--muted); }
        .tree details[open] > summary::before { content: "▾"; }
        .tree .leaf { padding-left: 14px; }
        .tree > .leaf { padding-left: 0; }
        .tree .children { border-left: 1px solid var(--line); margin-left: -10px; padding-left: 10px; }
        .k { color: var(--key); } .s { color: var(--string); } .n { color: var(--number); } .w { color: var(--word); } .c { color: var(--muted); }
        figure { margin: 0; }
        .picture { max-width: 100%; max-height: 60vh; border-radius: 9px; border: 1px solid var(--line); background: repeating-conic-gradient(var(--plain-soft) 0 25%, var(--surface) 0 50%) 0 0 / 16px 16px; }
        figcaption { color: var(--muted); margin-top: 4px; }
        .phases { display: grid; gap: 3px; }
        .phase { display: grid; grid-template-columns: 118px 1fr 76px; align-items: center; gap: 8px; }
        .phase .lane { position: relative; height: 16px; background: var(--raised); border-radius: 4px; overflow: hidden; }
        .phase .lane i { position: absolute; top: 0; bottom: 0; min-width: 2px; border-radius: 3px; }
        .phase .value { text-align: right; font-variant-numeric: tabular-nums; }
        .phase.total { font-weight: 650; border-top: 1px solid var(--line); padding-top: 5px; margin-top: 3px; }
        .steps li { display: grid; grid-template-columns: 76px 1fr; gap: 8px; padding: 4px 0 4px 14px; border-left: 2px solid var(--line-strong); position: relative; margin-left: 5px; }
        .steps li::before { content: ""; position: absolute; left: -6px; top: 9px; width: 10px; height: 10px; border-radius: 50%; background: var(--plain-soft); border: 2px solid var(--muted); }
        .steps li.notice::before { border-color: var(--accent); } .steps li.warning::before { border-color: var(--refused); } .steps li.error::before { border-color: var(--failed); }
        .steps time { color: var(--muted); font-variant-numeric: tabular-nums; }
        .times { position: relative; height: 34px; background: var(--raised); border: 1px solid var(--line); border-radius: 9px; overflow: hidden; }
        .times i { position: absolute; top: 6px; bottom: 6px; width: 3px; margin-left: -1px; border-radius: 2px; background: var(--receive); }
        .times i.sent { background: var(--connect); }
        .old { color: var(--failed); } .new { color: var(--good); }
        del.old, ins.new { text-decoration: none; border-radius: 4px; padding: 0 3px; }
        del.old { background: var(--failed-soft); } ins.new { background: var(--good-soft); }
        .problem { background: var(--failed-soft); color: var(--failed); padding: 8px 12px; border-radius: 9px; white-space: pre-wrap; }
        .remark { background: var(--plain-soft); padding: 8px 12px; border-radius: 9px; }
        dialog { border: 1px solid var(--line); border-radius: 14px; padding: 20px 22px; background: var(--surface); color: var(--text); box-shadow: var(--shadow); max-width: min(680px, calc(100vw - 24px)); max-height: calc(100vh - 40px); }
        dialog::backdrop { background: rgb(10 12 20 / .45); }
        dialog h2 { font-size: 16px; margin-bottom: 10px; }
        .closing { margin-top: 14px; }
        .switch { display: inline-flex; gap: 8px; align-items: center; cursor: pointer; }
        dialog .pairs td { font-family: inherit; font-size: inherit; }
        dialog h3 { font-size: 13px; margin: 14px 0 4px; }
        kbd { font-family: var(--mono); font-size: 11.5px; border: 1px solid var(--line-strong); border-bottom-width: 2px; border-radius: 5px; padding: 0 5px; background: var(--raised); }
        .toast { position: fixed; left: 50%; bottom: 28px; transform: translateX(-50%); background: var(--text); color: var(--surface); padding: 8px 16px; border-radius: 10px; box-shadow: var(--shadow); opacity: 0; transition: opacity .15s; pointer-events: none; max-width: calc(100vw - 40px); z-index: 20; }
        .toast.visible { opacity: 1; }

        @media (max-width: 760px) {
          :root { --row: 60px; }
          .top { padding: 10px 12px 8px; }
          .brand { flex-basis: 200px; }
          .actions { position: absolute; right: 12px; top: 12px; }
          .brand { padding-right: 80px; }
          .stats { gap: 2px 18px; }
          .tools { padding: 8px 12px; }
          .chips { flex-wrap: nowrap; overflow-x: auto; scrollbar-width: none; max-width: 100%; margin: 0 -12px; padding: 2px 12px; max-width: calc(100% + 24px); }
          .files { margin-left: -12px; }
          .chip { height: 32px; flex: none; }
          .overview { height: 38px; }
          .head { display: none; }
          .row { grid-template-columns: 6px 60px 1fr auto; grid-template-rows: 22px 20px 10px; align-content: center; padding: 0 12px 0 0; }
          .row > .edge { grid-row: 1 / 4; }
          .row > .state { grid-area: 1 / 2; } .row > .name { grid-area: 1 / 3 / 2 / 5; padding-right: 0; } .row > .method { grid-area: 2 / 2; }
          .row > .kind { grid-area: 2 / 3; color: var(--muted); font-size: 12px; display: block; } .row > .took { grid-area: 2 / 4; padding-right: 0; font-size: 12px; }
          .row > .size { display: none; }
          .row > .fall { grid-area: 3 / 2 / 4 / 5; margin-left: 8px; }
          .bar { height: 4px; margin-top: -2px; } .bar .blocked { top: 1px; bottom: 1px; } .mark { width: 6px; height: 6px; margin: -3px 0 0 -3px; border-width: 1px; }
          .divider { display: none; }
          .detail { position: fixed; inset: 0; width: 100%; min-width: 0; z-index: 10; }
          .tab { padding: 10px 10px 11px; }
          .phase { grid-template-columns: 92px 1fr 66px; }
          .pairs th { white-space: normal; overflow-wrap: break-word; max-width: 140px; }
        }
        @media (min-width: 761px) {
          @container list (max-width: 860px) {
            .row, .head-row { grid-template-columns: 6px 62px 70px minmax(140px, 1.7fr) 74px minmax(90px, 1fr); }
            .row > .kind, .row > .size, .head-row > .kind, .head-row > .size, .row .host, .row .badge ~ .badge { display: none; }
          }
        }
        @media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
        @media print { .tools, .overview, .actions, .divider { display: none; } }
        @media (forced-colors: active) { .bar, .bar i, .lane i, .times i, .edge { forced-color-adjust: none; } .row.current { outline: 2px solid Highlight; } }

        """#
}
