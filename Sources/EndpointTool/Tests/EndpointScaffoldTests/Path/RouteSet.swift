import Foundation

@testable import EndpointScaffold

/// Labelled routes of public APIs, and how many parameters of their paths the rules find.
struct RouteSet {
    struct Path {
        let segments: [String]
        let isParameter: [Bool]
    }

    let groups: [(name: String, paths: [Path])]

    /// A file of the folder Sets.
    init(_ name: String) throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: folder.appendingPathComponent("Sets/\(name)"), encoding: .utf8)
        var groups: [(String, [Path])] = []
        for line in text.split(separator: "\n") {
            if line.hasPrefix("## ") { groups.append((String(line.dropFirst(3)), [])) }
            guard line.hasPrefix("/") else { continue }
            let words = line.split(separator: " ").map { $0.split(separator: "/").map(String.init) }
            let template = words[0].map { $0.hasPrefix("{}") }
            groups[groups.count - 1].1 += words.dropFirst().map { Path(segments: $0, isParameter: template) }
        }
        self.groups = groups
    }

    /// How many parameters there are, how many segments were taken for one, and how many of these are one.
    struct Score: CustomStringConvertible {
        var expected = 0
        var found = 0
        var right = 0
        var mistakes: [String] = []

        var recall: Double { Double(right) / Double(max(1, expected)) }
        var precision: Double { Double(right) / Double(max(1, found)) }

        var description: String {
            "\(right) of \(expected) parameters found (\(percent(recall))), \(found - right) others taken for one (precision \(percent(precision)))"
        }

        private func percent(_ share: Double) -> String { "\((share * 1000).rounded() / 10) %" }
    }

    var score: Score {
        var score = Score()
        for (name, paths) in groups {
            let templates = PathGeneralization.templates(of: paths.map(\.segments))
            for (path, template) in zip(paths, templates) {
                let found = template.parts.map { if case .parameter = $0 { true } else { false } }
                score.expected += path.isParameter.count { $0 }
                score.found += found.count { $0 }
                score.right += zip(found, path.isParameter).count { $0 && $1 }
                if found != path.isParameter {
                    score.mistakes.append("\(name): /\(path.segments.joined(separator: "/")) is \(template.text)")
                }
            }
        }
        return score
    }
}
