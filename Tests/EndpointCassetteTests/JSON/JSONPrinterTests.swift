import Foundation
import Testing

@testable import EndpointCassette

@Suite struct JSONPrinterTests {
    @Test func `members get a line each, and short values share one where the layout says so`() {
        let node: JSONNode = [
            "headers": [["name": "A", "value": "1/2"], ["name": "B", "value": "é\u{2028}"]],
            "cookies": [], "timings": ["send": 0, "wait": 1],
            "_json": ["headers": [["name": "x"]]],
        ]
        var layout = JSONPrinter.Layout()
        layout.lines = ["timings"]
        layout.listsOfLines = ["headers", "cookies"]
        layout.foreign = ["_json"]
        var printer = JSONPrinter(layout: layout)
        printer.print(node, depth: 0)
        #expect(
            String(decoding: printer.bytes, as: UTF8.self) == #"""
                {
                  "headers": [
                    { "name": "A", "value": "1/2" },
                    { "name": "B", "value": "é\u2028" }
                  ],
                  "cookies": [],
                  "timings": { "send": 0, "wait": 1 },
                  "_json": {
                    "headers": [
                      {
                        "name": "x"
                      }
                    ]
                  }
                }
                """#)
    }

    @Test func `a printed string escapes only quotes, backslashes and control characters`() {
        let text = JSONPrinter.compact(.string("\"\\/\u{8}\u{C}\u{1F}\u{7F}ü\u{2029}\u{202A}"))
        #expect(text == "\"\\\"\\\\/\\b\\f\\u001f\u{7F}ü\\u2029\u{202A}\"")
    }
}
