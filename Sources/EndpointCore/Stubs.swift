public struct Redaction: Sendable {
    public static let standard = Redaction()
    public func excerpt(of d: Data, contentType: String?, limit: Int) -> String {
        String(decoding: d.prefix(limit), as: UTF8.self)
    }
    public func urlText(_ s: String) -> String { s }
    public func url(_ u: URL) -> URL { u }
    public func headers(_ h: [String: String]) -> [String: String] { h }
    public func body(_ d: Data, contentType: String?) -> Data { d }
    public func line(_ s: String) -> String { s }
}
public struct ProblemDetails: Sendable { init?(_ d: Data, contentType: String?) { return nil } }
public struct RetryAfter: Sendable { init?(_ s: String) { return nil } }
public struct ErrorSummary {
    var message: String?; var code: String?; init?(_ d: Data, contentType: String?) { return nil }
}
public struct MediaType { var type = "", subtype = "", isJSON = true; init?(_ s: String) { return nil } }
public enum HTTPStatus { static func reason(_ s: Int) -> String { "" } }
