import EndpointTesting
import TestSupport

@testable import EndpointCore

/// The cases of http-tests/cache-tests.
enum CacheCases {
    static let path = "http-cache/tests.json"

    /// Those that are valid for a private cache.
    static func all() throws -> [CacheCase] {
        let json = try JSONDecoder().decode(JSONValue.self, from: ConformanceData.file(path))
        return json.elements.filter(\.isForPrivateCache).flatMap { $0["tests"]?.elements ?? [] }
            .filter(\.isForPrivateCache).enumerated().map { CacheCase($1, number: $0) }
    }
}

/// A list of requests to one URL, with the answers of the origin.
struct CacheCase: Sendable {
    let id: String
    /// `required`, `optimal` or `check`.
    let kind: String
    let requests: [CacheCaseRequest]
    /// The body of all responses that have no other: 36 characters, as those of a UUID.
    let body: String

    init(_ json: JSONValue, number: Int) {
        id = json["id"]?.string ?? ""
        kind = json["kind"]?.string ?? "required"
        requests = (json["requests"]?.elements ?? []).map(CacheCaseRequest.init)
        body = String(number, width: 36)
    }
}

/// A request of a case, what the origin answers, and what is expected of both.
struct CacheCaseRequest: Sendable {
    let json: JSONValue

    subscript(name: String) -> JSONValue? { json[name] }

    var method: String { json["request_method"]?.string ?? "GET" }
    var type: String { json["expected_type"]?.string ?? "" }
    var headers: [JSONValue] { json["response_headers"]?.elements ?? [] }
    var status: Int { json["response_status"]?[0]?.integer.map { Int($0) } ?? 200 }
    var checksBody: Bool { json["check_body"] != .bool(false) }

    /// The value of one of the origin's headers, as it is sent at a time.
    func value(of name: String, at date: Date) -> String? {
        headers.first { $0[0]?.string?.lowercased() == name.lowercased() }.map { value(of: $0, at: date) }
    }

    /// The value of a header; a number is a date so many seconds from now.
    func value(of header: JSONValue, at date: Date) -> String {
        guard let seconds = header[1]?.integer, let name = header[0]?.string else { return header[1]?.string ?? "" }
        guard Self.dates.contains(name.lowercased()) else { return "\(seconds)" }
        let isOld = (json["rfc850date"]?.elements ?? []).contains { $0.string?.lowercased() == name.lowercased() }
        return HTTPDateText.text(date + Double(seconds), isRFC850: isOld)
    }

    private static let dates: Set = ["date", "expires", "last-modified", "if-modified-since", "if-unmodified-since"]

    /// Whether a failure of a check means that the case could not be run.
    func isSetup(_ check: String) -> Bool {
        json["setup"] == .bool(true) || (json["setup_tests"]?.elements ?? []).contains { $0.string == check }
    }
}

extension JSONValue {
    var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }

    fileprivate var isForPrivateCache: Bool {
        self["cdn_only"] != .bool(true) && self["browser_skip"] != .bool(true)
    }
}

/// Dates in headers.
enum HTTPDateText {
    static func text(_ date: Date, isRFC850: Bool = false) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = isRFC850 ? "EEEE, dd-MMM-yy HH:mm:ss 'GMT'" : "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.string(from: date)
    }
}
