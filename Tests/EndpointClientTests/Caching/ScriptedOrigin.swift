import EndpointTesting

@testable import EndpointCore

/// The origin of a case, which answers each request by the element of the case with the request's number.
final class ScriptedOrigin: Sendable {
    /// A request as the origin has seen it.
    struct Seen: Sendable {
        let number: Int
        let method: String
        let headers: HeaderFields
    }

    let script: CacheCase
    private let seen = Locked<[Seen]>([])
    /// When an answer was made, by the number of its request.
    private let dates = Locked<[Int: Date]>([:])

    init(_ script: CacheCase) { self.script = script }

    var requests: [Seen] { seen.withLock { $0 } }

    /// The request with a number from 1; nil if the origin has not seen it.
    func request(_ number: Int) -> Seen? { requests.first { $0.number == number } }

    /// The value of a header of an answer, as it was sent.
    func value(of name: String, in number: Int) -> String? {
        guard (1...script.requests.count).contains(number) else { return nil }
        let date = dates.withLock { $0[number] } ?? Date(timeIntervalSince1970: 0)
        return script.requests[number - 1].value(of: name, at: date)
    }

    /// The answer to a request; nil if the origin closes the connection.
    func answer(method: String, headers: HeaderFields, url: String, at date: Date) -> LoopbackResponse? {
        let count = seen.withLock { seen in
            let number = headers["Req-Num"].flatMap { Int($0) } ?? seen.count + 1
            seen.append(Seen(number: number, method: method, headers: headers))
            return seen.count
        }
        let number = headers["Req-Num"].flatMap { Int($0) } ?? count
        guard (1...script.requests.count).contains(number) else { return LoopbackResponse(status: 409) }
        dates.withLock { $0[number] = $0[number] ?? date }
        let config = script.requests[number - 1]
        if config["disconnect"] == .bool(true) { return nil }
        var fields: HeaderFields = [
            "Server-Request-Count": "\(count)", "Client-Request-Count": "\(number)", "Server-Base-Url": url,
            "Server-Now": "\(Int64(date.timeIntervalSince1970 * 1000))",
            "Request-Numbers": requests.map { "\($0.number)" }.joined(separator: " "),
        ]
        for header in config.headers {
            let name = header[0]?.string ?? ""
            fields.append(name, location(header, name, config, url) ?? config.value(of: header, at: date))
        }
        if !fields.contains("Content-Type") { fields.append("Content-Type", "text/plain") }
        let status = validated(config, number, headers) ?? config.status
        return LoopbackResponse(status: status, headers: fields, body: body(config, status, method, fields))
    }

    private func location(_ header: JSONValue, _ name: String, _ config: CacheCaseRequest, _ url: String) -> String? {
        guard config["magic_locations"] == .bool(true), ["location", "content-location"].contains(name.lowercased())
        else { return nil }
        let target = header[1]?.string ?? ""
        return target.isEmpty ? url : "\(url.prefix { $0 != "?" })/\(target)"
    }

    /// 304 if the request has the validator of the answer before, and otherwise 999; nil if no validation is expected.
    private func validated(_ config: CacheCaseRequest, _ number: Int, _ headers: HeaderFields) -> Int? {
        guard config.type.hasSuffix("validated") else { return nil }
        let pairs = [("Last-Modified", "If-Modified-Since"), ("ETag", "If-None-Match")]
        let isCurrent = pairs.contains { validator, condition in
            value(of: validator, in: number - 1).map { $0 == headers[condition] } ?? false
        }
        return isCurrent ? 304 : 999
    }

    /// The body, as long as the announced length.
    private func body(
        _ config: CacheCaseRequest, _ status: Int, _ method: String, _ fields: HeaderFields
    ) -> Data {
        guard status != 204, status != 304, method != "HEAD" else { return Data() }
        let text = config["response_body"]?.string ?? script.body
        let length = fields["Content-Length"].flatMap { Int($0) } ?? .max
        return Data(text.utf8.prefix(length))
    }
}
