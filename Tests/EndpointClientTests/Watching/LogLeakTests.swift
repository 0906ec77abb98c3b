import TestSupport
import Testing

@testable import EndpointCore
@testable import EndpointTesting

/// No log line, error or command shows a secret of 800 calls; of 100,000 with `ENDPOINT_THOROUGH=1`.
@Suite struct LogLeakTests {
    private static let count = isThorough ? 100_000 : 800

    private struct Wanted: JsonEndpoint {
        struct Content: Decodable, Sendable { let wanted: Int }
        let request: URLRequest
        func makeRequest() throws -> URLRequest { request }
    }

    @Test(arguments: 0..<4) func `no log line, error or command shows a secret`(quarter: Int) async throws {
        for number in stride(from: quarter, to: Self.count, by: 4) {
            let secrets = try PlantedSecrets(number)
            let texts = await texts(of: secrets, .standard)
            #expect(texts.count > 10)
            for text in texts { #expect(secrets.found(in: text) == [], "\(number): \(text)") }
        }
    }

    @Test func `the same search finds the secrets of every place when redaction is off`() async throws {
        var found: Set<String> = []
        for number in 0..<200 {
            let secrets = try PlantedSecrets(number)
            for text in await texts(of: secrets, .off) { found.formUnion(secrets.found(in: text)) }
        }
        #expect(found == Set(PlantedSecrets.places))
    }

    /// All texts about a call that a program could print.
    private func texts(of secrets: PlantedSecrets, _ redaction: Redaction) async -> [String] {
        let lines = Locked<[String]>([])
        let client = PunctualClient { _ in try secrets.reply.get() }
            .retrying(time: TestClock().time.drawing { 0 })
            .logging(
                to: LogSink { entry in lines.withLock { $0 += [entry.message, entry.json] } }, showing: .everything,
                redaction: redaction)
        var texts: [String] = []
        do {
            _ = try await client.request(Wanted(request: secrets.request))
        } catch {
            texts = [
                "\(error)", String(reflecting: error), error.localizedDescription, error.userMessage,
                error.retries.map { "\($0) \($0.attempts)" } ?? "",
            ]
        }
        await client.flush()
        let command = CURLCommand(secrets.request, redaction: redaction)
        return lines.withLock { $0 } + texts + ["\(command)", "\(command.arguments)"]
    }
}

/// An exchange with a different secret in each place that can hold one.
struct PlantedSecrets {
    static let places = ["Header", "Basic", "Cookie", "Query", "User", "Body", "Answer", "SetCookie", "Location"]

    let number: Int
    let request: URLRequest
    let reply: Result<APIResponse, any Error>
    private let basic: String

    private static let headers = ["Authorization", "authorization", "X-Api-Key", "X-Auth-Token", "Proxy-Authorization"]
    private static let parameters = [
        "api_key", "access_token", "token", "password", "sig", "Client_Secret", "refreshToken",
    ]
    private static let keys = ["password", "accessToken", "client_secret", "refresh-token", "apiKey", "privateKey"]
    private static let statuses = [200, 200, 400, 401, 404, 422, 500, 503]

    /// The secret of a place, which is part of no other text.
    static func word(_ place: String) -> String { "cAnArY\(place)zQ7" }

    init(_ number: Int) throws {
        var dice = SplitMix64(seed: UInt64(number))
        self.number = number
        basic = Data("u\(number):\(Self.word("Basic"))".utf8).base64EncodedString()
        request = try Self.request(number, basic, &dice)
        reply = Self.reply(to: request, &dice)
    }

    /// The places whose secrets are in a text, in any form.
    func found(in text: String) -> [String] {
        guard text.contains("cAnArY") || text.contains(basic) else { return [] }
        return Self.places.filter { text.contains($0 == "Basic" ? basic : Self.word($0)) }
    }

    private static func request(_ number: Int, _ basic: String, _ dice: inout SplitMix64) throws -> URLRequest {
        let query = "page=\(number)&\(parameters.pick(&dice))=\(word("Query"))&q=tea"
        guard let url = URL(string: "https://ann:\(word("User"))@api.example.com/v1/\(number)?\(query)") else {
            throw URLError(.badURL)
        }
        var request = URLRequest(url: url)
        request.httpMethod = dice.roll(2) == 0 ? "POST" : "PUT"
        request.setValue(
            dice.roll(2) == 0 ? "Bearer \(word("Header"))" : word("Header"), forHTTPHeaderField: headers.pick(&dice))
        if request.value(forHTTPHeaderField: "Authorization") == nil {
            request.setValue("Basic \(basic)", forHTTPHeaderField: "Authorization")
        }
        request.setValue("theme=dark; session=\(word("Cookie"))", forHTTPHeaderField: "Cookie")
        let (type, body) = body("Body", &dice)
        request.setValue(type, forHTTPHeaderField: "Content-Type")
        request.httpBody = Data(body.utf8)
        return request
    }

    private static func body(_ place: String, _ dice: inout SplitMix64) -> (type: String, body: String) {
        let key = keys.pick(&dice)
        return switch dice.roll(4) {
        case 0: ("application/x-www-form-urlencoded", "a=1&\(key)=\(word(place))&b=2")
        case 1: ("application/json", #"{"user": {"name": "Ann", "\#(key)": "\#(word(place))"}}"#)
        case 2: ("application/problem+json", #"{"title": "No", "detail": "\#(key)=\#(word(place)) is wrong"}"#)
        default: ("application/json; charset=utf-8", #"[{"id": 1, "\#(key)" : ["\#(word(place))", 2]}]"#)
        }
    }

    private static func reply(to request: URLRequest, _ dice: inout SplitMix64) -> Result<APIResponse, any Error> {
        guard dice.roll(10) > 0 else { return .failure(URLError(.timedOut)) }
        let (type, body) = body("Answer", &dice)
        let headers: HeaderFields = [
            "Content-Type": type, "Set-Cookie": "session=\(word("SetCookie")); Path=/",
            "Location": "https://api.example.com/cb?access_token=\(word("Location"))",
        ]
        let asked = APIRequest(request, for: RawEndpoint(request)), status = statuses.pick(&dice)
        return Result { try .answer(status, headers: headers, body: Data(body.utf8), to: asked) }
    }
}

extension Array {
    /// One of them.
    fileprivate func pick(_ dice: inout SplitMix64) -> Element {
        self[dice.roll(count)]
    }
}
