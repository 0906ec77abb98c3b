/// The structure of a form: `grant_type=…&scope=…`.
struct ShownForm {
    let redaction: Redaction
    let value: String
    let speaks: Bool

    private static let most = 24

    func text(of form: String) -> String {
        let pairs = form.split(separator: "&", omittingEmptySubsequences: true)
        let shown = pairs.prefix(Self.most).map { pair -> String in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let name = Self.decoded(String(parts[0].prefix(200)))
            let text = parts.count > 1 ? spoken(Self.decoded(parts[1]), under: name) ?? value : ""
            return parts.count > 1 ? "\(redaction.shownName(name) ?? "…")=\(text)" : value
        }
        return shown.joined(separator: "&") + (pairs.count > Self.most ? "&…" : "")
    }

    private static func decoded(_ text: String) -> String {
        PercentEncoding.decode(text.replacingOccurrences(of: "+", with: " ")) ?? "…"
    }

    private func spoken(_ text: String, under name: String) -> String? {
        guard speaks else { return nil }
        return switch SpokenValue.place(named: name) {
        case .message: redaction.spoken(text, under: name)
        case .code where SpokenValue.isCode(text): redaction.spoken(text, under: name)
        default: nil
        }
    }
}
