import EndpointCassette
import Foundation

/// A line of a set: a message with a secret, or without one. See `Sets/README.md`.
struct SecretSample {
    let name: String
    /// Nil in a harmless message.
    let secret: String?
    /// Whether the rules may be tuned to it.
    let isTuned: Bool
    let exchange: Interaction

    static let secrets = lines(of: "secrets.txt").map { fields in
        SecretSample(name: fields[0], place: fields[1], secret: fields[2], text: fields[3])
    }
    static let harmless = lines(of: "harmless.txt").map { fields in
        SecretSample(name: fields[0], place: fields[1], secret: nil, text: fields[2])
    }
    static let identifiers = lines(of: "identifiers.txt").map { fields in
        SecretSample(name: fields[0], place: fields[1], secret: nil, text: fields[2])
    }

    private static func lines(of file: String) -> [[String]] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Sets")
        let text = (try? String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0.components(separatedBy: " ¦ ") }
    }

    private init(name: String, place: String, secret: String?, text: String) {
        let text = text.replacingOccurrences(of: "⏎", with: "\n").replacingOccurrences(of: "§", with: secret ?? "§")
        self.name = name
        self.secret = secret
        isTuned = Self.hash(name) >> 63 == 0
        exchange = Self.exchange(place.split(separator: " ").map(String.init), text, secret ?? "")
    }

    /// FNV-1a with a seed, so that a line stays in its half when others are added.
    private static func hash(_ name: String) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ 2026
        for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash ^ hash << 32
    }

    private static let types = [
        "json": "application/json", "reqjson": "application/json", "form": "application/x-www-form-urlencoded",
        "xml": "application/xml", "html": "text/html", "yaml": "application/yaml", "text": "text/plain",
        "env": "text/plain",
        "ndjson": "application/x-ndjson", "events": "text/event-stream", "multipart": "multipart/form-data; boundary=B",
    ]

    private static func exchange(_ place: [String], _ text: String, _ secret: String) -> Interaction {
        var request = Interaction.Request("POST", "https://api.example.com/v1/things")
        var response = Interaction.Response(place.count > 1 ? Int(place[1]) ?? 200 : 200)
        let field = text.split(separator: ":", maxSplits: 1).map(String.init)
        let type = types[place[0]] ?? ""
        switch place[0] {
        case "url": request.url = text
        case "header": response.headers = [field[0]: String(field[1].dropFirst())]
        case "reqheader": request.headers = [field[0]: String(field[1].dropFirst())]
        case "multipart":
            let body = "--B\r\nContent-Disposition: form-data; name=\"\(text)\"\r\n\r\n\(secret)\r\n--B--\r\n"
            request.headers = ["Content-Type": type]
            request.body = .init(Data(body.utf8), contentType: type)
        case "reqjson", "form":
            request.headers = ["Content-Type": type]
            request.body = .init(Data(text.utf8), contentType: type)
        default:
            response.headers = ["Content-Type": type]
            response.body = Data(text.utf8)
        }
        return Interaction(request, .response(response))
    }
}

extension SecretSample {
    enum Outcome { case leaks, refused, changed, asItShouldBe }

    /// What saving does to the message.
    func saved() -> Outcome {
        guard let file = try? Cassette([exchange]).har(.complete) else { return .refused }
        guard let secret else {
            let response = try? Cassette.reading(har: file.data).cassette.interactions[0].response
            let isSame = response?.body == exchange.response?.body && response?.headers == exchange.response?.headers
            return isSame ? .asItShouldBe : .changed
        }
        let texts = ([file.data] + file.sidecars.map(\.data)).map { String(decoding: $0, as: UTF8.self) }
        return texts.contains { $0.contains(secret) } ? .leaks : .asItShouldBe
    }
}
