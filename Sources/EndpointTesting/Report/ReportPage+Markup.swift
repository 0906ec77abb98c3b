extension ReportPage {
    /// The markup of the page.
    static let markup = #"""
        <header class="top">
        <div class="brand"><svg class="logo" viewBox="0 0 24 24" aria-hidden="true"><path d="M3 6h9M7 12h12M11 18h10"/></svg>
        <div><h1 id="title"></h1><p id="subtitle" class="muted"></p></div></div>
        <dl id="stats" class="stats"></dl>
        <div class="actions"><button id="help-button" class="icon-button" type="button" aria-label="Keyboard shortcuts and filters">?</button>
        <button id="theme-button" class="icon-button" type="button"></button></div>
        </header>
        <section id="banner" class="banner" aria-label="Notes on reading" hidden></section>
        <search class="tools">
        <label class="search"><span class="visually-hidden">Filter requests</span>
        <input id="filter" type="search" autocomplete="off" autocapitalize="off" spellcheck="false" placeholder="Filter: text, status:4xx, method:post, body:…" aria-describedby="shown"></label>
        <div id="chips" class="chips" role="group" aria-label="Quick filters"></div>
        <div id="files" class="chips files" role="group" aria-label="Files" hidden></div>
        </search>
        <section class="overview" id="overview" aria-label="Timeline"><canvas id="overview-canvas" aria-hidden="true"></canvas>
        <button id="zoom-reset" class="small-button" type="button" hidden>Whole time</button></section>
        <main class="split" id="split">
        <section class="list" aria-labelledby="list-title">
        <h2 id="list-title" class="visually-hidden">Requests</h2>
        <div id="grid" class="grid" role="grid" tabindex="0" aria-labelledby="list-title" aria-describedby="shown">
        <div role="rowgroup" class="head" id="head"></div>
        <div role="rowgroup" class="rows" id="rows"></div>
        </div>
        <p id="nothing" class="nothing" hidden></p>
        <p id="shown" class="shown muted"></p>
        </section>
        <div id="divider" class="divider" role="separator" aria-orientation="vertical" aria-label="Width of the details" aria-controls="detail" tabindex="0" hidden></div>
        <section class="detail" id="detail" aria-labelledby="detail-title" hidden></section>
        </main>
        <dialog id="help" aria-labelledby="help-title"></dialog>
        <div id="toast" class="toast" role="status" aria-live="polite"></div>
        <noscript><p class="banner">This page shows its requests with JavaScript, which is switched off.</p></noscript>

        """#
}
