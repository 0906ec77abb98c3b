public struct Redaction: Sendable { public static let standard = Redaction()
 public func excerpt(of d: Data, contentType: String?, limit: Int) -> String { String(decoding: d.prefix(limit), as: UTF8.self) }
 public func urlText(_ s: String) -> String { s }
 public func url(_ u: URL) -> URL { u }
 public func headers(_ h: [String: String]) -> [String: String] { h }
 public func body(_ d: Data, contentType: String?) -> Data { d }
 public func line(_ s: String) -> String { s }
}
public enum PercentEncoding { static func segment(_ s: String) -> String { s.addingPercentEncoding(withAllowedCharacters: .alphanumerics)! }
 static func query(_ s: String) -> String { segment(s) }
 static func form(_ s: String) -> String { segment(s) } }
public enum HeaderRules { public static func check(name: String, value: String) throws {} ; public static func normalised(method: String) throws -> String { method } }
public struct Origin: Hashable, Sendable { public let host: String; public init?(_ u: URL) { host = u.host ?? "" } }
public struct BaseURL: Sendable { let u: URL; public init(_ u: URL) { self.u = u } ; public var host: String { u.host ?? "" }; public var origin: Origin? { Origin(u) }
 public func resolve(_ r: URL, allowsInsecureConnections: Bool) throws -> URL { r.scheme != nil ? r : u.appendingPathComponent(r.relativeString) } }
public struct Redirect: Sendable { public let url: URL; public let method: String; public let headers: [String: String]; public let keepsBody: Bool; public var origin: Origin { Origin(url)! } }
public struct RedirectPolicy: Sendable { public init(limit: Int, allowsInsecureConnections: Bool) {}
 public func next(status: Int, location: String?, method: String, url: URL, headers: [String: String], hasBody: Bool, hop: Int) throws -> Redirect? {
  guard let location, let to = URL(string: location, relativeTo: url)?.absoluteURL else { return nil }
  let get = status == 303 || (status < 303 && method == "POST")
  return Redirect(url: to, method: get ? "GET" : method, headers: headers, keepsBody: hasBody && !get) } }
public struct ProblemDetails: Sendable { init?(_ d: Data, contentType: String?) { return nil } }
public struct RetryAfter: Sendable { init?(_ s: String) { return nil } }
public struct ErrorSummary { var message: String?; var code: String?; init?(_ d: Data, contentType: String?) { return nil } }
public struct MediaType { var type = "", subtype = "", isJSON = true; init?(_ s: String) { return nil } }
public enum HTTPStatus { static func reason(_ s: Int) -> String { "" } }
