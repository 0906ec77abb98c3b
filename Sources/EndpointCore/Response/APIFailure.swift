/// An API's own error, which keeps the request and the response that it was read from.
///
/// ```swift
/// struct ShopError: APIFailure, Decodable {
///     let code: String
///     let message: String
///     var exchange = FailedExchange()
/// }
/// ```
///
/// ``exchange`` is all that the conformance needs. It is set when an endpoint throws the error, by `HTTPError.check` or
/// otherwise, and it is neither part of the error's JSON nor compared by `==`. Catch the error by its own type, as
/// `catch let error as ShopError`, and its `localizedDescription` is a sentence for a developer:
/// `POST /v1/orders → 409 Conflict: "Sold out." (sold_out)`.
public protocol APIFailure: RetryReporting, LocalizedError, CustomStringConvertible {
    /// The request and the response; empty in an error that the program made itself.
    var exchange: FailedExchange { get set }

    /// The kind of the failure from the user's point of view. By default that of the response's status.
    var category: FailureCategory { get }

    /// A message for the user of the app. By default that of ``category``.
    var userMessage: String { get }
}

extension APIFailure {
    /// The status code of the response; nil without a response.
    public var status: Int? { exchange.http?.status }

    /// The request, with its secrets redacted; nil if the endpoint is used without a client.
    public var request: URLRequest? { exchange.http?.request }

    /// The value of a response header. The case of its name does not matter.
    public func header(_ name: String) -> String? { exchange.http?.header(name) }

    /// How long the server asks the client to wait (`Retry-After`, RFC 9110 §10.2.3), counted from `now`. Nil without a
    /// valid header.
    public func retryAfter(from now: Date) -> Duration? { exchange.http?.retryAfter(from: now) }

    /// The attempts of a retrying client, and why there was no further one; nil without a retrying client.
    public var retries: RetryReport? {
        get { exchange.http?.retries }
        set { exchange.http?.retries = newValue }
    }

    /// The kind that the response's status means; ``FailureCategory/unknown`` without a response.
    public var category: FailureCategory { exchange.http.flatMap(FailureCategory.init(refusal:)) ?? .unknown }

    /// The message of ``category``.
    public var userMessage: String { category.message }

    /// One sentence for a developer, without secrets: `GET /v1/books/9 → 404 Not Found: "No such book" (not_found)`.
    /// Without a response, the error's type and properties.
    public var description: String { exchange.http?.sentence(isRead: true) ?? exchange.summary(of: self) }

    /// The sentence for a developer, as ``description`` has it unless the error's own type defines another one.
    public var errorDescription: String? { exchange.http?.sentence(isRead: true) ?? description }
}

/// The request and the response of an ``APIFailure``.
///
/// All values are equal, and none is encoded or decoded, so that an error with one is compared and encoded by the API's
/// own members only.
public struct FailedExchange: Sendable {
    /// The failure as an ``HTTPError``: request, response, body, problem details, rate limit. Nil before an endpoint
    /// has thrown the error.
    public var http: HTTPError?

    /// An exchange without a request and a response.
    public init() {}
}

extension FailedExchange: Hashable {
    public static func == (first: FailedExchange, second: FailedExchange) -> Bool { true }

    public func hash(into hasher: inout Hasher) {}
}

extension FailedExchange: Codable {
    public init(from decoder: any Decoder) {}

    public func encode(to encoder: any Encoder) {}
}

extension KeyedDecodingContainer {
    /// An empty exchange, whatever the JSON has under this name. A synthesized `init(from:)` calls it.
    public func decode(_ type: FailedExchange.Type, forKey key: Key) -> FailedExchange { FailedExchange() }
}

extension KeyedEncodingContainer {
    /// Writes nothing. A synthesized `encode(to:)` calls it.
    public mutating func encode(_ exchange: FailedExchange, forKey key: Key) {}
}

extension FailedExchange {
    /// `ShopError(code: sold_out)`: an error without a response. Its values are shown as those in a response are.
    fileprivate func summary(of error: some APIFailure) -> String {
        let fields = Mirror(reflecting: error).children.filter { !($0.value is FailedExchange) }
            .map { "\($0.label ?? "_"): \(Self.shown("\($0.value)", as: $0.label ?? "", of: type(of: $0.value)))" }
        return Redaction.standard.text("\(type(of: error))(\(fields.joined(separator: ", ")))")
    }

    private static func shown(_ value: String, as name: String, of type: Any.Type) -> String {
        switch SpokenValue.place(named: name) {
        case .message, .errors: Redaction.standard.line(value, limit: 300)
        case .code where SpokenValue.isCode(value): value
        case .code, .silent: SpokenValue.isShortNumber(value) ? value : "\(type)"
        }
    }
}

extension Error {
    /// The ``HTTPError`` that this error is, or that an API's own error carries; nil for any other error.
    package var httpError: HTTPError? {
        switch self {
        case let error as HTTPError: error
        case let error as any APIFailure: error.exchange.http
        default: nil
        }
    }
}
