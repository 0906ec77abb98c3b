/// Writes JSON for people to review: two blanks of indentation, members in their own order, `/` and non-ASCII as they are.
///
/// What belongs on one line stays there: the name-and-value pairs of a HAR file, and objects such as `timings`.
struct JSONPrinter {
    private(set) var bytes: [UInt8] = []
    private var depth = 0
    private var isCompact = false

    private static let listsOfLines: Set = [
        "headers", "cookies", "queryString", "params", "chunks", "_eventSourceMessages",
    ]
    private static let lines: Set = ["creator", "cache", "timings", "error"]

    /// Appends text as it is.
    mutating func raw(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    /// Appends a value at the depth, over several lines.
    mutating func print(_ node: JSONNode, depth: Int) {
        self.depth = depth
        block(node, literal: false)
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

    /// A literal value is somebody's JSON, not the file's own: its keys have no meaning here.
    private mutating func block(_ node: JSONNode, literal: Bool) {
        switch node {
        case .object(let members) where !members.isEmpty:
            lines("{", "}", members) { printer, member in
                printer.key(member.key)
                printer.member(member, literal: literal || member.key == "_json")
            }
        case .array(let elements) where !elements.isEmpty:
            lines("[", "]", elements) { $0.block($1, literal: literal) }
        default: line(node)
        }
    }

    private mutating func member(_ member: JSONNode.Member, literal: Bool) {
        if !literal, Self.lines.contains(member.key) { return line(member.value) }
        if !literal, Self.listsOfLines.contains(member.key), case .array(let elements) = member.value, !elements.isEmpty
        {
            return lines("[", "]", elements) { $0.line($1) }
        }
        block(member.value, literal: literal)
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
        bytes.append(UInt8(ascii: "\""))
        JSONEscape.append(text, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }
}

extension JSONPrinter {
    /// A value without a blank, as a program would send it.
    static func compact(_ node: JSONNode) -> String {
        var printer = JSONPrinter()
        printer.isCompact = true
        printer.line(node)
        return String(decoding: printer.bytes, as: UTF8.self)
    }
}
