import Foundation

/// The data of a report's page, as its script reads them.
public struct ReportedPage {
    /// What the page says about the whole.
    public let head: [String: Any]

    /// The rows of the list.
    public let rows: [[String: Any]]

    /// The details of each row.
    public let details: [[String: Any]]

    /// Reads a page.
    public init(_ page: Data) throws {
        let text = String(decoding: page, as: UTF8.self)
        head = try Self.object(Self.content(of: "report-data", in: text))
        rows = head["rows"] as? [[String: Any]] ?? []
        details = try Self.content(of: "report-details", in: text).split(separator: "\n").map { try Self.object($0) }
    }

    /// The text of the element with that identifier.
    private static func content(of id: String, in page: String) -> Substring {
        guard let start = page.range(of: "id=\"\(id)\">"),
            let end = page.range(of: "</script>", range: start.upperBound..<page.endIndex)
        else { return "" }
        return page[start.upperBound..<end.lowerBound]
    }

    private static func object(_ text: Substring) throws -> [String: Any] {
        try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
    }
}

extension ReportedPage {
    /// The texts of one member of all rows; an empty text where it is missing.
    public func texts(_ key: String) -> [String] { rows.map { $0[key].map { "\($0)" } ?? "" } }

    /// The names of the files with their notes.
    public var notes: [String] {
        (head["files"] as? [[String: Any]] ?? []).flatMap { $0["notes"] as? [String] ?? [] }
    }

    /// The notes on reading an entry.
    public func notes(of entry: Int) -> [String] { details[entry]["notes"] as? [String] ?? [] }

    /// The body of the request or the response of an entry.
    public func body(of entry: Int, in message: String = "response") -> [String: Any]? {
        (details[entry][message] as? [String: Any])?["body"] as? [String: Any]
    }
}
