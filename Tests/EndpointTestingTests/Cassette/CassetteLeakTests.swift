import EndpointTesting
import TestSupport
import Testing

/// Four hundred exchanges, ten thousand with `ENDPOINT_THOROUGH=1`, with a secret in each part of a request or response
/// that can have one.
@Suite struct CassetteLeakTests {
    private static let count = isThorough ? 10_000 : 400
    private static let batch = 500

    @Test func `no secret survives in a file, an error or a log line`() throws {
        for start in stride(from: 0, to: Self.count, by: Self.batch) {
            let interactions = (start..<start + Self.batch).map(Secrets.planted)
            let file = try Cassette(interactions).har(.complete)
            let misses = interactions.map { ReplayedMiss.description(of: $0.request) }.joined(separator: "\n")
            let lines = interactions.map { "\($0)" }.joined(separator: "\n")
            let texts = [file.data, Data(misses.utf8), Data(lines.utf8)]
            for text in texts {
                for marker in Secrets.markers { #expect(marker.count(in: text) == 0, "\(marker.place)") }
            }
            #expect(file.data.count > Self.batch * 1000)
        }
    }

    @Test func `the same search finds every secret when redaction is off`() throws {
        for start in stride(from: 0, to: Self.count, by: Self.batch) {
            let interactions = (start..<start + Self.batch).map(Secrets.planted)
            let file = try Cassette(interactions).har(.complete, redaction: .off)
            for marker in Secrets.markers { #expect(marker.count(in: file.data) >= Self.batch, "\(marker.place)") }
        }
    }
}

private enum ReplayedMiss {
    /// The error of a replay for a request that is not in the cassette.
    static func description(of request: Interaction.Request) -> String {
        let cassette = Cassette([.number(1)])
        let match = cassette.match(request, at: PlaybackState())
        let miss = UnmatchedRequest(request, match, in: cassette, by: CassetteIndex(cassette), at: PlaybackState())
        return miss.map { "\($0)" } ?? ""
    }
}

/// A word that all secrets of one part of an exchange contain.
private struct Marker {
    let place: String
    let word: String

    init(place: String) {
        self.place = place
        word = "sEcReT\(place)"
    }

    /// The first digits of all secret numbers of one part of an exchange.
    init(place: String, digits: String) {
        self.place = place
        word = digits
    }

    /// The number of occurrences of the word: unchanged, percent-encoded, or in base64 at any alignment.
    func count(in data: Data) -> Int {
        let bytes = Array(word.utf8)
        let percent = Data(bytes.flatMap { Array("%\(String($0, radix: 16, uppercase: true))".utf8) })
        let base64 = (0..<3).map { offset in
            let text = Data((Array(repeating: 0, count: offset) + bytes)).base64EncodedString()
            return Data(
                text.replacingOccurrences(of: "=", with: "").dropFirst(offset == 0 ? 0 : offset + 1).dropLast(2).utf8)
        }
        return ([Data(bytes), percent] + base64).reduce(0) { $0 + Self.count($1, in: data) }
    }

    private static func count(_ needle: Data, in data: Data) -> Int {
        var (count, rest) = (0, data.startIndex..<data.endIndex)
        while let found = data.range(of: needle, in: rest) {
            count += 1
            rest = found.upperBound..<data.endIndex
        }
        return count
    }
}

private enum Secrets {
    static let markers =
        [
            "Bearer", "Basic", "Key", "Query", "Percent", "User", "Cookie", "SetCookie", "Form", "Json", "Echo",
            "Nested", "Element",
        ].map { Marker(place: $0) } + numbers

    private static let numbers = [
        Marker(place: "Number", digits: "80517742"), Marker(place: "NestedNumber", digits: "93846261"),
        Marker(place: "ElementNumber", digits: "71628395"), Marker(place: "Member", digits: "64952817"),
        Marker(place: "TextNumber", digits: "58291746"),
    ]

    static func planted(_ number: Int) -> Interaction {
        func secret(_ place: String) -> String { "\(Marker(place: place).word)-\(number)-xyz" }
        let digits = numbers.map { "\($0.word)\(number)" }
        let vault = """
            "otp": \(digits[0]), "credentials": {"user": "\(secret("Nested"))", "uses": \(digits[1]), "\(digits[3])": null,
            "all": [["\(secret("Element"))", \(digits[2])]]}, "text": "{\\"otp\\": \(digits[4])}"
            """
        let percent = secret("Percent").utf8.map { "%\(String($0, radix: 16, uppercase: true))" }.joined()
        let basic = Data("u\(number % 7):\(secret("Basic"))".utf8).base64EncodedString()
        let isForm = number.isMultiple(of: 2)
        let form = "a=1&password=\(secret("Form"))&note=\(number)",
            json = #"{"deep": [{"clientSecret": "\#(secret("Json"))"}], \#(vault)}"#
        let request = Interaction.Request(
            "POST",
            "https://me:\(secret("User"))@api.example.com/v1/\(number)?api_key=\(secret("Query"))&token=\(percent)&q=\(number)",
            headers: [
                "Authorization": number.isMultiple(of: 3) ? "Basic \(basic)" : "Bearer \(secret("Bearer"))",
                "Proxy-Authorization": number.isMultiple(of: 3) ? "Bearer \(secret("Bearer"))" : "Basic \(basic)",
                "X-Api-Key": secret("Key"), "Cookie": "a=b; session=\(secret("Cookie"))",
            ],
            body: isForm
                ? .init(Data(form.utf8), contentType: "application/x-www-form-urlencoded")
                : .init(Data(json.utf8), contentType: "application/json"))
        let answer = isForm ? json : #"{"password": "\#(secret("Form"))"}"#
        let response = Interaction.Response(
            200,
            headers: [
                "Content-Type": "application/json",
                "Set-Cookie": "sid=\(secret("SetCookie")); Path=/",
                "Location": "https://api.example.com/next?access_token=\(secret("Echo"))",
            ], body: Data(answer.utf8))
        return Interaction(request, .response(response), startedDateTime: Date(timeIntervalSince1970: Double(number)))
    }
}
