/// Rows of cells as lines with aligned columns.
enum Table {
    static func lines(_ rows: [[String]]) -> [String] {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            rows.map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0
        }
        return rows.map { row in zip(row, widths).map(padded).joined(separator: "  ").trimmingBlanks }
    }

    private static func padded(_ cell: String, to width: Int) -> String {
        cell + String(repeating: " ", count: width - cell.count)
    }
}

extension String {
    fileprivate var trimmingBlanks: String {
        String(reversed().drop { $0 == " " }.reversed())
    }
}
