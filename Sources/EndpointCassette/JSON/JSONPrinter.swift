/// Writes JSON for people to review: indented by two blanks, members in their own order, `/` and non-ASCII unescaped.
package struct JSONPrinter {
    /// Which members of a file are written more compactly than one line for each value.
    struct Layout: Sendable {
        /// Keys whose value is on one line.
        var lines: Set<String> = []
        /// Keys of arrays with one element per line.
        var listsOfLines: Set<String> = []
        /// Keys below which no other key affects the layout, because the value is not the file's own.
        var foreign: Set<String> = []

        init() {}
    }

    private(set) var bytes: [UInt8] = []
    private let layout: Layout
    private var depth = 0
    private var isCompact = false

    init(layout: Layout = Layout()) {
        self.layout = layout
    }

    /// Appends text unchanged.
    mutating func raw(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    /// Appends a value at the depth, on several lines.
    mutating func print(_ node: JSONNode, depth: Int) {
        self.depth = depth
        block(node, isForeign: false)
    }

    /// Appends a value on one line.
    mutating func line(_ node: JSONNode) {
        switch node {
        case .null: raw("null")
        case .bool(let value): raw(value ? "true" : "false")
        case .number(let token): raw(token)
        case .string(let text): string(text)
        case .array(let elements):
            list("[", "]", elements) { $0.line($1) }
        case .object(let members):
            let padding = members.isEmpty || isCompact ? "" : " "
            list("{" + padding, padding + "}", members) { printer, member in
                printer.key(member.key)
                printer.line(member.value)
            }
        }
    }

    private mutating func list<Element>(
        _ open: String, _ close: String, _ elements: [Element], _ element: (inout Self, Element) -> Void
    ) {
        raw(open)
        for (index, each) in elements.enumerated() {
            if index > 0 { raw(isCompact ? "," : ", ") }
            element(&self, each)
        }
        raw(close)
    }

    private mutating func block(_ node: JSONNode, isForeign: Bool) {
        switch node {
        case .object(let members) where !members.isEmpty:
            lines("{", "}", members) { printer, member in
                printer.key(member.key)
                printer.member(member, isForeign: isForeign || printer.layout.foreign.contains(member.key))
            }
        case .array(let elements) where !elements.isEmpty:
            lines("[", "]", elements) { $0.block($1, isForeign: isForeign) }
        default: line(node)
        }
    }

    private mutating func member(_ member: JSONNode.Member, isForeign: Bool) {
        if !isForeign, layout.lines.contains(member.key) { return line(member.value) }
        if !isForeign, layout.listsOfLines.contains(member.key), case .array(let elements) = member.value,
            !elements.isEmpty
        {
            return lines("[", "]", elements) { $0.line($1) }
        }
        block(member.value, isForeign: isForeign)
    }

    private mutating func lines<Element>(
        _ open: String, _ close: String, _ elements: [Element], _ element: (inout Self, Element) -> Void
    ) {
        raw(open)
        depth += 1
        for (index, each) in elements.enumerated() {
            if index > 0 { raw(",") }
            newLine()
            element(&self, each)
        }
        depth -= 1
        newLine()
        raw(close)
    }

    private mutating func newLine() {
        bytes.append(0x0A)
        bytes.append(contentsOf: repeatElement(0x20, count: 2 * depth))
    }

    private mutating func key(_ key: String) {
        string(key)
        raw(isCompact ? ":" : ": ")
    }

    private mutating func string(_ text: String) {
        var text = text
        bytes.append(.quote)
        text.withUTF8 { JSONString.append($0, to: &bytes) }
        bytes.append(.quote)
    }
}

extension JSONPrinter {
    /// A value without blanks, as a program would send it.
    package static func compact(_ node: JSONNode) -> String {
        var printer = JSONPrinter()
        printer.isCompact = true
        printer.line(node)
        return String(decoding: printer.bytes, as: UTF8.self)
    }
}
